/** What the type checker lets through, and what it does not. Compiled with the tests; never run. */

import type { Croupier, Game, SeatClient } from "@croupier/client";

export async function ofOneGame(croupier: Croupier): Promise<string[] | undefined> {
  const options = { aceHigh: true };
  const host = await croupier.createTable("blossom_ridge", { seats: 2, options });
  const seat = await host.join("Ada");
  const { view, question } = await seat.view();

  await seat.submit({ case: "playCard", value: { card: "H7" } }, question);
  // @ts-expect-error a command of another game
  await seat.submit({ case: "drawItem", value: {} });
  // @ts-expect-error a card is a text
  await seat.submit({ case: "playCard", value: { card: 7 } });
  // @ts-expect-error a field that Blossom Ridge does not see
  view?.grimoires;
  // @ts-expect-error no such game
  await croupier.createTable("chess", { seats: 2 });
  // @ts-expect-error an option of another game
  await croupier.createTable("blast_radius", { seats: 3, options });

  if (question?.asked.case === "cardPrompt") return question.asked.value.cards;
  return view?.hand;
}

export async function ofAnyGame(seat: SeatClient): Promise<Game | undefined> {
  const { view } = await seat.view();
  if (view?.$typeName === "croupier.games.blossom_ridge.v1.View") view.hand satisfies string[];
  return seat.game;
}
