/** The host of a table: starts, rules over seats, closes. Sees nothing of the game. */

import { isMessage } from "@bufbuild/protobuf";

import { newId, type Connection, type Sender } from "./connection.js";
import { join, spectate, type Joining } from "./entry.js";
import { CroupierError } from "./errors.js";
import type { Game } from "./games.js";
import { HousePolicy } from "./gen/croupier/v1/common_pb.js";
import {
  LobbyService,
  ReissueHostResponseSchema,
  ReissueSeatRequestSchema,
  ReissueSeatResponseSchema,
} from "./gen/croupier/v1/lobby_service_pb.js";
import type { Table } from "./gen/croupier/v1/table_pb.js";
import { SeatClient, type SpectatorClient } from "./seats.js";

const OF_A_HOST = [
  LobbyService.method.startTable,
  LobbyService.method.handSeatToHouse,
  LobbyService.method.reissueSeat,
  LobbyService.method.reissueHost,
  LobbyService.method.revokeSpectators,
  LobbyService.method.kickSeat,
  LobbyService.method.closeTable,
];

/** Whoever holds the host's token. Every call may be repeated with its `commandId`. */
export class HostClient<G extends Game = Game> {
  readonly #sender: Sender;

  constructor(
    private readonly connection: Connection,
    readonly tableId: string,
    readonly token: string,
    readonly inviteCode: string | undefined,
    private readonly game: G | undefined,
  ) {
    this.#sender = { whose: `${tableId}/host`, token };
  }

  /** What is public about the table. */
  async table(): Promise<Table> {
    const { connection, tableId, token } = this;
    return (await connection.ask(LobbyService.method.getTable, { tableId }, token)).table!;
  }

  /** Sit down at the own table. */
  async join(displayName: string, joining: Joining = {}): Promise<SeatClient<G>> {
    const { connection, tableId, inviteCode, game } = this;
    return await join(connection, tableId, displayName, { inviteCode, ...joining }, game);
  }

  /** Watch the own table, if it lets people watch. */
  async spectate(): Promise<SpectatorClient<G>> {
    return await spectate(this.connection, this.tableId, this.inviteCode, this.game);
  }

  /** Begin the game; every seat must be held. */
  async start(commandId = newId()): Promise<void> {
    const request = { tableId: this.tableId, commandId };
    const { startTable } = LobbyService.method;
    await this.connection.command(startTable, request, this.#sender, commandId);
  }

  /** Let the house play a seat. */
  async handToHouse(
    seat: number,
    policy = HousePolicy.RANDOM,
    commandId = newId(),
  ): Promise<void> {
    const request = { tableId: this.tableId, commandId, seat, policy };
    const { handSeatToHouse } = LobbyService.method;
    await this.connection.command(handSeatToHouse, request, this.#sender, commandId);
  }

  /** A new token for a seat; the old one is dead. */
  async reissue(seat: number, commandId = newId()): Promise<SeatClient<G>> {
    const request = { tableId: this.tableId, commandId, seat };
    const { reissueSeat } = LobbyService.method;
    const sent = await this.connection.command(reissueSeat, request, this.#sender, commandId);
    return this.#seat(seat, sent.answer.seatToken);
  }

  /** A new token for the host; this one is dead. */
  async reissueHost(commandId = newId()): Promise<HostClient<G>> {
    const request = { tableId: this.tableId, commandId };
    const { reissueHost } = LobbyService.method;
    const sent = await this.connection.command(reissueHost, request, this.#sender, commandId);
    return this.#again(sent.answer.hostToken);
  }

  /** End the tokens and watches of all spectators; who may watch gets a new one. */
  async revokeSpectators(commandId = newId()): Promise<void> {
    const request = { tableId: this.tableId, commandId };
    const { revokeSpectators } = LobbyService.method;
    await this.connection.command(revokeSpectators, request, this.#sender, commandId);
  }

  /** Take a seat from its player. */
  async kick(seat: number, commandId = newId()): Promise<void> {
    const request = { tableId: this.tableId, commandId, seat };
    const { kickSeat } = LobbyService.method;
    await this.connection.command(kickSeat, request, this.#sender, commandId);
  }

  /** End the table before its game has ended. */
  async close(commandId = newId()): Promise<void> {
    const request = { tableId: this.tableId, commandId };
    const { closeTable } = LobbyService.method;
    await this.connection.command(closeTable, request, this.#sender, commandId);
  }

  /** Repeat what was sent and never answered: the seats and the host that were reissued, and why
   * what failed was not done. What simply worked is not listed. */
  async recover(): Promise<(SeatClient<G> | HostClient<G> | CroupierError)[]> {
    const outcomes: (SeatClient<G> | HostClient<G> | CroupierError)[] = [];
    for (const { request, answer } of await this.connection.recover(this.#sender, ...OF_A_HOST)) {
      if (answer instanceof CroupierError) outcomes.push(answer);
      else if (isMessage(answer, ReissueHostResponseSchema)) {
        outcomes.push(this.#again(answer.hostToken));
      } else if (
        isMessage(request, ReissueSeatRequestSchema) &&
        isMessage(answer, ReissueSeatResponseSchema)
      ) {
        outcomes.push(this.#seat(request.seat, answer.seatToken));
      }
    }
    return outcomes;
  }

  #seat(seat: number, token: string): SeatClient<G> {
    return new SeatClient<G>(this.connection, this.tableId, token, seat, this.game);
  }

  #again(token: string): HostClient<G> {
    return new HostClient<G>(this.connection, this.tableId, token, this.inviteCode, this.game);
  }
}
