/** What differs from game to game, as types: made from the contract, so a new game needs none. */

import type { MessageInitShape, MessageShape } from "@bufbuild/protobuf";

import {
  CommandSchema,
  type OptionsSchema,
  type PromptSchema,
  type ViewSchema,
} from "./gen/croupier/v1/payload_pb.js";

/** The name of a branch of the contract's oneofs: "blossomRidge". */
type Branch = NonNullable<MessageShape<typeof CommandSchema>["game"]["case"]>;

type Snake<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : "";

/** The name of a game in calls: "blossom_ridge". */
export type Game = Snake<Branch>;

type BranchOf<G extends Game> = { [B in Branch]: Snake<B> extends G ? B : never }[Branch];

/** The value of a oneof's branch for this game; of any, if the game is not known. */
type Of<OneOf, G extends Game> = Extract<OneOf, { case: BranchOf<G> }> extends { value: infer V }
  ? V
  : never;

type Chosen<OneOf> = Exclude<OneOf, { case: undefined }>;

type CommandInit = NonNullable<MessageInitShape<typeof CommandSchema>["game"]>;
type OptionsInit = NonNullable<MessageInitShape<typeof OptionsSchema>["game"]>;
type CommandOf<G extends Game> = Of<CommandInit, G>;

/** What a seat decides: `{ case: "playCard", value: { card: "H7" } }`. */
export type Decision<G extends Game = Game> =
  CommandOf<G> extends infer C
    ? C extends { command?: infer Kind }
      ? Chosen<NonNullable<Kind>>
      : never
    : never;

/** A game's options; what is left out is the game's default. */
export type Options<G extends Game = Game> = Of<OptionsInit, G>;

/** What one viewer sees of a game. */
export type View<G extends Game = Game> = Of<MessageShape<typeof ViewSchema>["game"], G>;

/** What a game asks: `{ case: "cardPrompt", value: { cards: [...] } }`. */
export type Asked<G extends Game = Game> =
  Of<MessageShape<typeof PromptSchema>["game"], G> extends infer P
    ? P extends { prompt: infer Kind }
      ? Kind
      : never
    : never;

/** The branch that a game's name stands for. Throws TypeError for a game not in the contract. */
export function branchOf(game: string): Branch {
  const field = CommandSchema.fields.find((one) => one.name === game);
  if (field === undefined) throw new TypeError(`this client does not know the game ${game}`);
  return field.localName as Branch;
}
