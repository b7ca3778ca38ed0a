/** A client plays whole games of every game, by choosing among what is legal. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { anyOf, Croupier, play, type Game } from "@croupier/client";
import { CommandSchema } from "@croupier/client/v1/payload";

import { PROTOCOLS, SERVICE, started } from "./world.js";

const GAMES = CommandSchema.fields.map((field) => field.name as Game);

for (const [protocol, transport] of Object.entries(PROTOCOLS)) {
  for (const game of GAMES) {
    test(`${game} to its end over ${protocol}`, async () => {
      const croupier = new Croupier(transport(SERVICE));
      const seats = (await croupier.game(game)).seatsMin;
      const { ada, host } = await started(croupier, game, seats);
      let decisions = 0;

      const result = await play(ada, (legal) => {
        decisions++;
        return anyOf(legal);
      });

      assert.ok(decisions > 0);
      assert.equal(result?.standings.length, seats);
      assert.deepEqual((await ada.view()).result, result);
      assert.equal((await host.table()).game, game);
    });
  }
}

test("what a service plays is what this client is typed for", async () => {
  const games = await new Croupier(SERVICE).games();

  assert.deepEqual(games.map((one) => one.game).sort(), [...GAMES].sort());
});
