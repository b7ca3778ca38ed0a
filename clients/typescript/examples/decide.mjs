import { Croupier } from "@croupier/client";

const croupier = new Croupier("http://127.0.0.1:8080");
const host = await croupier.createTable("blossom_ridge", { seats: 2 });
const ada = await host.join("Ada");
await host.handToHouse(1);
await host.start();

for await (const { state } of ada.watch()) {
  const question = state?.question;
  if (question === undefined) continue;
  if (question.asked.case === "cardPrompt") {
    const [card] = question.asked.value.cards;
    const receipt = await ada.submit({ case: "playCard", value: { card } }, question);
    console.log("my revision is", receipt.revision);
    break;
  }
  const [legal] = await ada.legal();
  if (legal?.kind.case === "command") await ada.submit(legal.kind.value, question);
}
