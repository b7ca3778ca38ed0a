/** Play at a Croupier service: `new Croupier("http://127.0.0.1:8080")`. */

export { answer, play, type Chooser } from "./bot.js";
export { newId } from "./connection.js";
export { Croupier, type Opening, type Reaching } from "./croupier.js";
export { anyOf, filled, filledForm, type Filling } from "./decisions.js";
export type { Joining } from "./entry.js";
export { CroupierError, type Applied, type Violation } from "./errors.js";
export { State, type Frame, type FrameKind, type Prompt } from "./frames.js";
export type { Asked, Decision, Game, Options, View } from "./games.js";
export { HousePolicy, SeatHolder, Spectators } from "./gen/croupier/v1/common_pb.js";
export { TableStatus } from "./gen/croupier/v1/common_pb.js";
export { HostClient } from "./host.js";
export { JournalFull, MemoryJournal, StorageJournal } from "./journal.js";
export type { Journal, Pending } from "./journal.js";
export type { Retry } from "./retry.js";
export { SeatClient, SpectatorClient, ViewerClient } from "./seats.js";
export type { Receipt, Submitting } from "./seats.js";
export type { Watching } from "./watch.js";
