/** What a watch brings: typed frames, and the state of a table after each. */

import { timestampDate } from "@bufbuild/protobuf/wkt";

import type { Asked, Game, View } from "./games.js";
import type { Result } from "./gen/croupier/v1/common_pb.js";
import type { Event, Prompt as WirePrompt } from "./gen/croupier/v1/payload_pb.js";
import type { RevisionEvents, Table, TableView } from "./gen/croupier/v1/table_pb.js";
import {
  EndReason,
  ResetReason,
  type WatchTableResponse,
} from "./gen/croupier/v1/table_service_pb.js";

/** What a seat must answer (a question) or may send (an invitation). */
export interface Prompt<G extends Game = Game> {
  /** Names this decision; it goes along with the command that answers. */
  promptId: string;
  /** The rule that asks, for example "BLO-046". */
  rule: string;
  /** Whether the game waits for the answer. */
  question: boolean;
  /** When the seat's time runs out, by the server's clock; undefined without a clock. */
  deadline: Date | undefined;
  /** What is asked: `asked.case` says which prompt of the game, `asked.value` has its fields. */
  asked: Asked<G>;
}

/** A table as one viewer sees it, at one of the viewer's revisions. */
export class State<G extends Game = Game> {
  constructor(
    readonly revision: number,
    readonly resumeToken: string,
    readonly seen: TableView,
  ) {}

  /** Who sits where, and what was chosen. */
  get table(): Table {
    return this.seen.table!;
  }

  /** The game as this viewer sees it; undefined before it began. */
  get view(): View<G> | undefined {
    return this.seen.view?.game.value as View<G> | undefined;
  }

  /** What this seat must answer or may send. */
  get prompts(): Prompt<G>[] {
    return this.seen.prompts.map((prompt) => promptOf<G>(prompt));
  }

  /** What the game waits for this seat to answer, if it does. */
  get question(): Prompt<G> | undefined {
    return this.prompts.find((prompt) => prompt.question);
  }

  /** How the game ended; undefined while it goes on. */
  get result(): Result | undefined {
    return this.seen.result;
  }
}

export type FrameKind = "snapshot" | "change" | "reset" | "bookmark" | "end";

/** One frame of a watch. `state` is absent in a bookmark and at the end. */
export interface Frame<G extends Game = Game> {
  kind: FrameKind;
  revision: number;
  fromRevision: number;
  resumeToken: string;
  /** The server's clock, for showing deadlines. */
  serverTime: Date | undefined;
  state: State<G> | undefined;
  /** What happened since the frame before, by revision. */
  revisions: readonly RevisionEvents[];
  /** The same, in order. */
  events: readonly Event[];
  /** Why it starts over or ends: ROLLED_BACK, LAGGED, DRAIN, MAX_AGE, REVOKED or OVER. */
  reason: string | undefined;
}

/** The typed frame in a message of the service. */
export function frameOf<G extends Game>(message: WatchTableResponse): Frame<G> {
  const { revision, fromRevision, resumeToken, serverTime, frame } = message;
  const seen = frame.value !== undefined && "view" in frame.value ? frame.value.view : undefined;
  const revisions = frame.case === "change" ? frame.value.revisions : [];
  return {
    kind: frame.case ?? "bookmark",
    revision,
    fromRevision,
    resumeToken,
    serverTime: serverTime && timestampDate(serverTime),
    state: seen && new State<G>(revision, resumeToken, seen),
    revisions,
    events: revisions.flatMap((one) => one.events),
    reason:
      frame.case === "reset"
        ? ResetReason[frame.value.reason]
        : frame.case === "end"
          ? EndReason[frame.value.reason]
          : undefined,
  };
}

function promptOf<G extends Game>(prompt: WirePrompt): Prompt<G> {
  return {
    promptId: prompt.promptId,
    rule: prompt.rule,
    question: prompt.question,
    deadline: prompt.deadlineTime && timestampDate(prompt.deadlineTime),
    asked: (prompt.game.value?.prompt ?? { case: undefined }) as Asked<G>,
  };
}
