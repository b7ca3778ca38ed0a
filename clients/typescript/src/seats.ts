/** Sitting at a table, or watching it: see, decide, follow. */

import { isMessage } from "@bufbuild/protobuf";

import { newId, type Connection, type Sender } from "./connection.js";
import { commandOf } from "./decisions.js";
import { CroupierError } from "./errors.js";
import { State, type Frame, type Prompt } from "./frames.js";
import type { Decision, Game } from "./games.js";
import { LobbyService } from "./gen/croupier/v1/lobby_service_pb.js";
import type { Command, Event, LegalCommand } from "./gen/croupier/v1/payload_pb.js";
import type { RevisionEvents } from "./gen/croupier/v1/table_pb.js";
import {
  SubmitCommandRequestSchema,
  SubmitCommandResponseSchema,
  TableService,
  type SubmitCommandResponse,
} from "./gen/croupier/v1/table_service_pb.js";
import { TranscriptService } from "./gen/croupier/v1/transcript_service_pb.js";
import { framesOf, type Watching } from "./watch.js";

export const PAGE = 256;
export const PAGES_MAX = 1_000;

/** The answer to a command: the same however often it is asked for. */
export interface Receipt {
  commandId: string;
  revision: number;
  resumeToken: string;
  events: readonly Event[];
  /** Whether it was done before, and this is the first answer again. */
  replayed: boolean;
}

/** What may go along with a decision. */
export interface Submitting {
  /** For careful clients: refused as stale unless this is the seat's newest revision. */
  expectedRevision?: number;
  /** Its name; the client makes one if there is none. */
  commandId?: string;
}

/** What every way of deciding sends. */
interface Decided {
  tableId: string;
  promptId: string | undefined;
  game: Command["game"];
}

/** Somebody who sees a table. `state` is the newest that was seen, by whatever call. */
export class ViewerClient<G extends Game = Game> {
  state: State<G> | undefined;

  constructor(
    protected readonly connection: Connection,
    readonly tableId: string,
    readonly token: string,
    /** Which game it is; undefined until something was seen, if nobody said so. */
    public game: G | undefined,
  ) {}

  /** The table as it is now. */
  async view(): Promise<State<G>> {
    const { connection, tableId, token } = this;
    const reply = await connection.ask(TableService.method.getView, { tableId }, token);
    return this.#newer(new State<G>(reply.revision, reply.resumeToken, reply.view!));
  }

  /** Follow the table to its end, without gap or repeat. */
  async *watch(watching: Watching = {}): AsyncGenerator<Frame<G>, void, undefined> {
    const { connection, tableId, token } = this;
    for await (const frame of framesOf<G>(connection, tableId, token, watching)) {
      if (frame.kind === "reset") this.state = undefined; // what was newer is no longer true
      if (frame.state !== undefined) this.#newer(frame.state);
      yield frame;
    }
  }

  /** Everything this viewer was ever told, from the first revision. */
  async *history(): AsyncGenerator<RevisionEvents, void, undefined> {
    const { listEntries } = TranscriptService.method;
    let pageToken: string | undefined;
    for (let page = 0; page < PAGES_MAX; page++) {
      const request = { tableId: this.tableId, pageSize: PAGE, pageToken };
      const reply = await this.connection.ask(listEntries, request, this.token);
      yield* reply.entries;
      pageToken = reply.nextPageToken;
      if (!pageToken) return;
    }
  }

  #newer(state: State<G>): State<G> {
    this.game ??= state.table.game as G;
    if (this.game !== state.table.game) {
      throw new TypeError(`this table plays ${state.table.game}, not ${this.game}`);
    }
    if (this.state === undefined || state.revision >= this.state.revision) this.state = state;
    return state;
  }
}

/** Sees what is public, and does nothing. */
export class SpectatorClient<G extends Game = Game> extends ViewerClient<G> {}

/** A seat: what ViewerClient does, and decides. */
export class SeatClient<G extends Game = Game> extends ViewerClient<G> {
  constructor(
    connection: Connection,
    tableId: string,
    token: string,
    readonly seat: number,
    game?: G,
  ) {
    super(connection, tableId, token, game);
  }

  /**
   * Decide: done at most once, repeated safely. Name the `prompt` that is answered, so that a late
   * answer is refused as stale. Throws CroupierError.
   */
  async submit(
    decision: Decision<G> | Command,
    prompt?: Prompt<G> | string,
    { expectedRevision, commandId = newId() }: Submitting = {},
  ): Promise<Receipt> {
    const request = { ...(await this.#request(decision, prompt)), commandId, expectedRevision };
    const { submitCommand } = TableService.method;
    const sent = await this.connection.command(submitCommand, request, this.#sender, commandId);
    return receiptOf(commandId, sent.answer, sent.replayed);
  }

  /** Ask whether this would be accepted now; nothing is done. Throws CroupierError. */
  async wouldAccept(decision: Decision<G> | Command, prompt?: Prompt<G> | string): Promise<void> {
    const asked = { ...(await this.#request(decision, prompt)), validateOnly: true };
    const request = { ...asked, commandId: newId() };
    await this.connection.ask(TableService.method.submitCommand, request, this.token);
  }

  /** What a command led to. Throws CroupierError NOT_FOUND if it was never applied. */
  async receipt(commandId: string): Promise<Receipt> {
    const request = { tableId: this.tableId, commandId };
    const { getReceipt } = TableService.method;
    const { revision, resumeToken, events } = await this.connection.ask(
      getReceipt,
      request,
      this.token,
    );
    return { commandId, revision, resumeToken, events, replayed: true };
  }

  /** Everything this seat may do now. */
  async legal(): Promise<LegalCommand[]> {
    const { listLegalCommands } = TableService.method;
    const found: LegalCommand[] = [];
    let pageToken: string | undefined;
    for (let page = 0; page < PAGES_MAX; page++) {
      const request = { tableId: this.tableId, pageSize: PAGE, pageToken };
      const reply = await this.connection.ask(listLegalCommands, request, this.token);
      found.push(...reply.commands);
      pageToken = reply.nextPageToken;
      if (!pageToken) break;
    }
    return found;
  }

  /** Get up. The token is dead afterwards; in a running game the house plays on. */
  async leave(commandId = newId()): Promise<void> {
    const request = { tableId: this.tableId, commandId };
    const { leaveTable } = LobbyService.method;
    await this.connection.command(leaveTable, request, this.#sender, commandId);
  }

  /** Be asked again after having been away. Deciding does the same. */
  async comeBack(commandId = newId()): Promise<void> {
    const request = { tableId: this.tableId, commandId };
    const { returnToTable } = LobbyService.method;
    await this.connection.command(returnToTable, request, this.#sender, commandId);
  }

  /** Repeat what was sent and never answered, for example before a reload: each decision's
   * original outcome, or why it was not done. */
  async recover(): Promise<(Receipt | CroupierError)[]> {
    const { leaveTable, returnToTable } = LobbyService.method;
    const methods = [TableService.method.submitCommand, leaveTable, returnToTable];
    const outcomes: (Receipt | CroupierError)[] = [];
    for (const { request, answer } of await this.connection.recover(this.#sender, ...methods)) {
      if (answer instanceof CroupierError) outcomes.push(answer);
      else if (
        isMessage(request, SubmitCommandRequestSchema) &&
        isMessage(answer, SubmitCommandResponseSchema)
      ) {
        outcomes.push(receiptOf(request.commandId, answer, true));
      }
    }
    return outcomes;
  }

  get #sender(): Sender {
    return { whose: `${this.tableId}/${this.seat}`, token: this.token };
  }

  async #request(
    decision: Decision<G> | Command,
    prompt: Prompt<G> | string | undefined,
  ): Promise<Decided> {
    const promptId = typeof prompt === "string" ? prompt : prompt?.promptId;
    const command =
      "$typeName" in decision ? decision : commandOf(await this.#gameSeen(), decision);
    return { tableId: this.tableId, promptId, game: command.game };
  }

  async #gameSeen(): Promise<Game> {
    return this.game ?? ((await this.view()).table.game as Game);
  }
}

function receiptOf(commandId: string, reply: SubmitCommandResponse, replayed: boolean): Receipt {
  const { revision, resumeToken, events } = reply;
  return { commandId, revision, resumeToken, events, replayed };
}
