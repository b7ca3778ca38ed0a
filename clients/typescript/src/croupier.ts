/** The way in: what a service offers, its open tables, and new ones. */

import { isMessage } from "@bufbuild/protobuf";
import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";

import { Connection, newId, type Sender } from "./connection.js";
import { join, joined, NEWCOMER, spectate, type Joining } from "./entry.js";
import { CroupierError } from "./errors.js";
import { branchOf, type Game, type Options } from "./games.js";
import { CatalogService } from "./gen/croupier/v1/catalog_service_pb.js";
import type {
  Game as GameInfo,
  GetPackResponse,
  GetServerInfoResponse,
  Pack,
} from "./gen/croupier/v1/catalog_service_pb.js";
import {
  CreateTableRequestSchema,
  CreateTableResponseSchema,
  JoinTableRequestSchema,
  JoinTableResponseSchema,
  LobbyService,
  type CreateTableRequest,
  type CreateTableResponse,
} from "./gen/croupier/v1/lobby_service_pb.js";
import type { Table } from "./gen/croupier/v1/table_pb.js";
import { HostClient } from "./host.js";
import { MemoryJournal, type Journal } from "./journal.js";
import { PATIENT, type Retry } from "./retry.js";
import { PAGE, PAGES_MAX, SeatClient, SpectatorClient } from "./seats.js";

/** How a client reaches its service. */
export interface Reaching {
  /** Opening tables needs it where the service has one. Never give it to a browser. */
  operatorKey?: string;
  /** Where commands are written down before they are sent; in memory by default. */
  journal?: Journal;
  /** How patient the client is. */
  retry?: Partial<Retry>;
}

type Choices = Omit<
  CreateTableRequest,
  "$typeName" | "$unknown" | "commandId" | "game" | "seats" | "options"
>;

/** What a new table is like; only how many seats it has must be said. */
export interface Opening<G extends Game> extends Partial<Choices> {
  seats: number;
  options?: Options<G>;
  /** A secret until the answer is there, as good as the token; the client makes one. */
  commandId?: string;
}

/**
 * A client of one service: `new Croupier("http://127.0.0.1:8080")`.
 *
 * It speaks the Connect protocol. Give a transport instead of an address to speak another one, for
 * example gRPC-Web: `new Croupier(createGrpcWebTransport({ baseUrl }))`.
 */
export class Croupier {
  readonly #connection: Connection;
  readonly #operator: Sender;

  constructor(service: string | Transport, { operatorKey, journal, retry }: Reaching = {}) {
    const transport =
      typeof service === "string"
        ? createConnectTransport({ baseUrl: service, useBinaryFormat: true })
        : service;
    const patience = { ...PATIENT, ...retry };
    this.#connection = new Connection(transport, journal ?? new MemoryJournal(), patience);
    this.#operator = { whose: "operator", token: operatorKey };
  }

  /** What the service is, promises and allows. */
  async serverInfo(): Promise<GetServerInfoResponse> {
    return await this.#connection.ask(CatalogService.method.getServerInfo, {});
  }

  /** Every game that can be played there. */
  async games(): Promise<GameInfo[]> {
    return (await this.#connection.ask(CatalogService.method.listGames, {})).games;
  }

  /** One game: its seats, rules and default options. */
  async game(game: string): Promise<GameInfo> {
    return (await this.#connection.ask(CatalogService.method.getGame, { game })).game!;
  }

  /** The packs of cards for a game, the house edition first. */
  async packs(game: string): Promise<Pack[]> {
    return (await this.#connection.ask(CatalogService.method.listPacks, { game })).packs;
  }

  /** One pack with its cards and their texts. */
  async pack(game: string, sha256: string): Promise<GetPackResponse> {
    return await this.#connection.ask(CatalogService.method.getPack, { game, sha256 });
  }

  /** Set up a table. A repeat with the same `commandId` finds the same table. */
  async createTable<G extends Game>(
    game: G,
    { options, commandId = newId(), ...opening }: Opening<G>,
  ): Promise<HostClient<G>> {
    const chosen = options && { game: { case: branchOf(game), value: options } };
    const request = { ...opening, game, commandId, options: chosen } as MessageInitShape<
      typeof CreateTableRequestSchema
    >;
    const { createTable } = LobbyService.method;
    const sent = await this.#connection.command(createTable, request, this.#operator, commandId);
    return this.#hostOf(sent.answer, game);
  }

  /** What is public about a listed table. */
  async table(tableId: string): Promise<Table> {
    return (await this.#connection.ask(LobbyService.method.getTable, { tableId })).table!;
  }

  /** The listed tables that wait for players: of this game, or of all. */
  async *openTables(game?: string): AsyncGenerator<Table, void, undefined> {
    const { listTables } = LobbyService.method;
    let pageToken: string | undefined;
    for (let page = 0; page < PAGES_MAX; page++) {
      const reply = await this.#connection.ask(listTables, { game, pageSize: PAGE, pageToken });
      yield* reply.tables;
      pageToken = reply.nextPageToken;
      if (!pageToken) return;
    }
  }

  /** Take a seat. Say which game it is, and the seat is typed for it. */
  async join<G extends Game = Game>(
    tableId: string,
    displayName: string,
    { game, ...joining }: Joining & { game?: G } = {},
  ): Promise<SeatClient<G>> {
    return await join(this.#connection, tableId, displayName, joining, game);
  }

  /** Watch a table without a seat, if it lets people watch. */
  async spectate<G extends Game = Game>(
    tableId: string,
    { inviteCode, game }: { inviteCode?: string; game?: G } = {},
  ): Promise<SpectatorClient<G>> {
    return await spectate(this.#connection, tableId, inviteCode, game);
  }

  /** The host again, with a token kept from before. */
  host<G extends Game = Game>(
    tableId: string,
    token: string,
    { inviteCode, game }: { inviteCode?: string; game?: G } = {},
  ): HostClient<G> {
    return new HostClient<G>(this.#connection, tableId, token, inviteCode, game);
  }

  /** A seat again, with a token kept from before. */
  seat<G extends Game = Game>(
    tableId: string,
    token: string,
    seat: number,
    { game }: { game?: G } = {},
  ): SeatClient<G> {
    return new SeatClient<G>(this.#connection, tableId, token, seat, game);
  }

  /** A spectator again, with a token kept from before. */
  spectator<G extends Game = Game>(
    tableId: string,
    token: string,
    { game }: { game?: G } = {},
  ): SpectatorClient<G> {
    return new SpectatorClient<G>(this.#connection, tableId, token, game);
  }

  /** Repeat every opening and joining that was sent and never answered: the same tables, seats
   * and tokens, or why there is none. */
  async recover(): Promise<(HostClient | SeatClient | CroupierError)[]> {
    const connection = this.#connection;
    const { createTable, joinTable } = LobbyService.method;
    const outcomes: (HostClient | SeatClient | CroupierError)[] = [];
    for (const { request, answer } of [
      ...(await connection.recover(this.#operator, createTable)),
      ...(await connection.recover(NEWCOMER, joinTable)),
    ]) {
      if (answer instanceof CroupierError) outcomes.push(answer);
      else if (isMessage(answer, CreateTableResponseSchema)) {
        outcomes.push(this.#hostOf(answer, answer.table!.game as Game));
      } else if (
        isMessage(request, JoinTableRequestSchema) &&
        isMessage(answer, JoinTableResponseSchema)
      ) {
        outcomes.push(joined(connection, request.tableId, answer));
      }
    }
    return outcomes;
  }

  #hostOf<G extends Game>(opened: CreateTableResponse, game: G): HostClient<G> {
    const { table, hostToken, inviteCode } = opened;
    return new HostClient<G>(this.#connection, table!.tableId, hostToken, inviteCode, game);
  }
}
