import { Croupier, play } from "@croupier/client";

const croupier = new Croupier("http://127.0.0.1:8080");
const host = await croupier.createTable("blossom_ridge", { seats: 2 });
const seat = await host.join("Ada");
await host.handToHouse(1);
await host.start();
console.log(await play(seat));
