import { Croupier, CroupierError } from "@croupier/client";

const croupier = new Croupier("http://127.0.0.1:8080");
try {
  await croupier.createTable("blossom_ridge", { seats: 7 });
} catch (no) {
  if (!(no instanceof CroupierError)) throw no;
  console.log(no.reason, no.rule, no.applied, no.violations);
}
