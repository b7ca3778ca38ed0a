/** A watch that goes on: it resumes by token, on whichever replica answers. */

import type { Connection } from "./connection.js";
import { CroupierError } from "./errors.js";
import { frameOf, type Frame } from "./frames.js";
import type { Game } from "./games.js";
import { TableService, WatchMode } from "./gen/croupier/v1/table_service_pb.js";
import { pause } from "./retry.js";

const SILENCE_MAX_MS = 45_000;
const PAUSE_MAX_MS = 1_000;
const FAILURES_MAX = 120; // in a row, about a minute
const GOING_ON = ["DRAIN", "MAX_AGE"];

/** How to follow a table. */
export interface Watching {
  /** Go on after what this token stands for; begin with the whole view without one. */
  resumeToken?: string | undefined;
  /** One frame for each revision. Otherwise several commits may come as one change. */
  everyEvent?: boolean;
  /** How long the service may say nothing before another connection is taken; three of its
   * heartbeats by default. */
  silenceMaxMs?: number;
  /** Ends the watch. */
  signal?: AbortSignal;
}

/**
 * Frames without gap or repeat, through restarts and changes of replica.
 *
 * The last one is an end with OVER or REVOKED, unless `signal` ended it. Throws CroupierError for
 * a no that repeating does not change, or after too many failures in a row.
 */
export async function* framesOf<G extends Game>(
  connection: Connection,
  tableId: string,
  token: string,
  { resumeToken, everyEvent = false, silenceMaxMs = SILENCE_MAX_MS, signal }: Watching,
): AsyncGenerator<Frame<G>, void, undefined> {
  const mode = everyEvent ? WatchMode.EVENTS : WatchMode.STATE;
  const { watchTable } = TableService.method;
  for (let failures = 1; !signal?.aborted; failures++) {
    try {
      const request = { tableId, resumeToken, mode };
      const stream = connection.stream(watchTable, request, token, silenceMaxMs, signal);
      for await (const message of stream) {
        const frame = frameOf<G>(message);
        const ended = frame.kind === "end";
        if (ended && GOING_ON.includes(frame.reason ?? "")) break;
        failures = 0;
        yield frame;
        resumeToken = frame.resumeToken || resumeToken;
        if (ended) return;
      }
    } catch (error) {
      if (!(error instanceof CroupierError)) throw error;
      if (error.reason === "RESUME_TOKEN_INVALID" && resumeToken !== undefined) {
        resumeToken = undefined; // begin again from a whole view
      } else if (!error.passing || failures > FAILURES_MAX) {
        throw error;
      }
    }
    await pause(Math.random() * PAUSE_MAX_MS, signal);
  }
}
