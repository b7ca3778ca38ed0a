/** How somebody gets to a table: sit down, or watch. */

import type { MessageInitShape } from "@bufbuild/protobuf";

import { newId, type Connection, type Sender } from "./connection.js";
import type { Game } from "./games.js";
import {
  LobbyService,
  type JoinTableRequestSchema,
  type JoinTableResponse,
} from "./gen/croupier/v1/lobby_service_pb.js";
import { SeatClient, SpectatorClient } from "./seats.js";

/** Somebody who has no token of a table yet. */
export const NEWCOMER: Sender = { whose: "newcomer", token: undefined };

/** How to sit down. */
export interface Joining {
  /** Unlisted tables want it. */
  inviteCode?: string | undefined;
  /** This one, or any free one. */
  seat?: number;
  /** A secret until the answer is there, as good as the token; the client makes one. */
  commandId?: string;
}

/** Take a seat. */
export async function join<G extends Game>(
  connection: Connection,
  tableId: string,
  displayName: string,
  { commandId = newId(), ...joining }: Joining,
  game?: G,
): Promise<SeatClient<G>> {
  const request: MessageInitShape<typeof JoinTableRequestSchema> = {
    ...joining,
    tableId,
    displayName,
    commandId,
  };
  const { joinTable } = LobbyService.method;
  const { answer } = await connection.command(joinTable, request, NEWCOMER, commandId);
  return joined(connection, tableId, answer, game);
}

/** The seat that a joining took; a repeat of it gets the same seat and token. */
export function joined<G extends Game>(
  connection: Connection,
  tableId: string,
  { seat, seatToken }: JoinTableResponse,
  game?: G,
): SeatClient<G> {
  return new SeatClient<G>(connection, tableId, seatToken, seat, game);
}

/** Watch a table that lets people watch. */
export async function spectate<G extends Game>(
  connection: Connection,
  tableId: string,
  inviteCode: string | undefined,
  game?: G,
): Promise<SpectatorClient<G>> {
  const request = { tableId, inviteCode };
  const { spectatorToken } = await connection.ask(LobbyService.method.spectateTable, request);
  return new SpectatorClient<G>(connection, tableId, spectatorToken, game);
}
