import { anyOf, Croupier, play } from "@croupier/client";

const croupier = new Croupier("http://127.0.0.1:8080");
const host = await croupier.createTable("the_blessed_dark", { seats: 3 });
const seat = await host.join("Ada");
await host.handToHouse(1);
await host.handToHouse(2);
await host.start();

const result = await play(seat, (legal) => {
  const commands = legal.map((one) => anyOf([one]));
  return commands.reduce((best, one) =>
    JSON.stringify(one).length > JSON.stringify(best).length ? one : best,
  );
});
console.log("winners:", result?.winners);
