/** A player for any game: it asks what is legal and sends one of it. */

import { Code } from "@connectrpc/connect";

import { anyOf } from "./decisions.js";
import { CroupierError } from "./errors.js";
import type { State } from "./frames.js";
import type { Game } from "./games.js";
import type { Result } from "./gen/croupier/v1/common_pb.js";
import type { Command, LegalCommand } from "./gen/croupier/v1/payload_pb.js";
import type { Receipt, SeatClient } from "./seats.js";

export type Chooser = (legal: readonly LegalCommand[]) => Command;

/** What another answer, or the end, made pointless: look again. */
const OVERTAKEN = new Set([
  "STALE_PROMPT",
  "STALE_REVISION",
  "NOT_YOUR_DECISION",
  "DEADLINE_PASSED",
  "GAME_OVER",
  "TABLE_CLOSED",
  "OFFER_LAPSED", // what stood beside the question: trades and proposals come and go
  "TRADE_CLOSED",
  "NO_PROPOSAL",
  "DEAD_SEAT",
]);

const OUTAGES_MAX = 10; // in a row

/**
 * Answer every question put to this seat until the game is over; then the result (undefined if
 * the table was closed first). Goes on after an outage as soon as the watch does.
 *
 * Throws CroupierError, for example when the seat is taken away or an outage does not end.
 */
export async function play<G extends Game>(
  seat: SeatClient<G>,
  choose: Chooser = anyOf,
): Promise<Result | undefined> {
  let outages = 0;
  for await (const frame of seat.watch()) {
    if (frame.kind === "end" && frame.reason === "REVOKED") {
      const said = "The seat was taken away.";
      throw new CroupierError(Code.Unauthenticated, "TOKEN_REVOKED", said);
    }
    const { state } = seat;
    if (state?.result !== undefined) return state.result;
    if (state === undefined || (frame.state === undefined && outages === 0)) continue;
    try {
      if (outages > 0) await seat.recover(); // what was sent and not answered comes first
      await answer(seat, state, choose);
      outages = 0;
    } catch (error) {
      outages++;
      const passing = error instanceof CroupierError && error.passing;
      if (!passing || outages > OUTAGES_MAX) throw error;
    }
  }
  return undefined;
}

/** Answer the question that is open in this state, if there is one and it is still open. */
export async function answer<G extends Game>(
  seat: SeatClient<G>,
  state: State<G>,
  choose: Chooser = anyOf,
): Promise<Receipt | undefined> {
  if (state.question === undefined) return undefined;
  try {
    const legal = await seat.legal();
    return legal.length === 0 ? undefined : await seat.submit(choose(legal), state.question);
  } catch (error) {
    if (error instanceof CroupierError && OVERTAKEN.has(error.reason)) return undefined;
    throw error;
  }
}
