/** From what a player means to what is sent: wrapping commands, filling in shapes. */

import { clone, create, ScalarType } from "@bufbuild/protobuf";
import type { DescField, DescMessage, MessageInitShape } from "@bufbuild/protobuf";

import { branchOf, type Decision, type Game } from "./games.js";
import { BlankKind, CommandSchema } from "./gen/croupier/v1/payload_pb.js";
import type { Blank, Command, Form, LegalCommand, Pick } from "./gen/croupier/v1/payload_pb.js";

const ANYTHING = "..."; // what is said where a text is wanted

/** What is chosen for the fields of a form: texts for a list, one text for a number or a text. */
export type Filling = Readonly<Record<string, readonly string[]>>;

/** The command to send for a decision in this game. */
export function commandOf(game: Game, decision: Decision): Command {
  const value = { command: decision };
  const init = { game: { case: branchOf(game), value } } as MessageInitShape<typeof CommandSchema>;
  return create(CommandSchema, init);
}

/** One of the legal commands, at random; a shape is filled in at random, too. */
export function anyOf(legal: readonly LegalCommand[]): Command {
  const { kind } = legal[below(legal.length)]!;
  switch (kind.case) {
    case "command":
      return kind.value;
    case "pick":
      return filled(kind.value);
    case "form":
      return filledForm(kind.value, someOf(kind.value));
    case undefined:
      throw new TypeError("this client does not know such a shape: it is older than the service");
  }
}

/** The command that this shape becomes with these choices (or any). */
export function filled(pick: Pick, chosen?: readonly string[]): Command {
  const command = clone(CommandSchema, pick.like!);
  fill(command, pick.field, chosen ?? sample(pick.source, between(pick.least, pick.most)));
  return command;
}

/** The command that this form becomes. A blank that is not named stays empty. */
export function filledForm(form: Form, filling: Filling): Command {
  const command = clone(CommandSchema, form.like!);
  for (const blank of form.blanks) {
    const chosen = filling[blank.field];
    if (chosen !== undefined) fill(command, blank.field, chosen);
  }
  return command;
}

/** Anything that a form allows: what must be, and little more. */
function someOf(form: Form): Filling {
  const filling: Record<string, readonly string[]> = {};
  const used: string[] = [];
  let missing = form.least;
  for (const blank of [...form.blanks].sort((one, other) => other.least - one.least)) {
    const apart = form.apart.includes(blank.field);
    const free = blank.source.filter((item) => !(apart && used.includes(item)));
    const chosen = some(blank, free, apart ? missing : 0);
    filling[blank.field] = chosen;
    if (apart) {
      used.push(...chosen);
      missing = Math.max(0, missing - chosen.length);
    }
  }
  return filling;
}

function some(blank: Blank, free: readonly string[], missing: number): readonly string[] {
  if (blank.kind === BlankKind.TEXT) {
    return [ANYTHING.padEnd(blank.least, ".").slice(0, blank.most)];
  }
  if (blank.kind === BlankKind.NUMBER) {
    return [String(between(blank.least, Math.min(blank.most, blank.least + 2)))];
  }
  if (blank.again) return Array.from({ length: blank.least }, () => free[below(free.length)]!);
  const least = Math.min(Math.max(blank.least, missing), free.length);
  const most = Math.min(Math.max(least, 1), blank.most, free.length);
  return sample(free, between(least, Math.max(least, most)));
}

/** Put the choices into a field of the game's command. Numbers come as texts. */
function fill(command: Command, name: string, chosen: readonly string[]): void {
  const [inner, desc] = innermost(command);
  const field = desc.fields.find((one) => one.name === name);
  if (field === undefined) throw new TypeError(`${desc.typeName} has no field ${name}`);
  const values = isText(field) ? [...chosen] : chosen.map(Number);
  inner[field.localName] = field.fieldKind === "list" ? values : values[0];
}

/** The message of a command that says what is done, such as PlayCard, and its description. */
function innermost(command: Command): [Record<string, unknown>, DescMessage] {
  const ofGame = command.game.value?.command;
  if (ofGame?.value === undefined) throw new TypeError("the command is empty");
  const game = CommandSchema.fields.find((one) => one.localName === command.game.case);
  const desc = game?.message?.fields.find((one) => one.localName === ofGame.case)?.message;
  return [ofGame.value as unknown as Record<string, unknown>, desc!];
}

function isText(field: DescField): boolean {
  return "scalar" in field && field.scalar === ScalarType.STRING;
}

function sample<T>(source: readonly T[], count: number): T[] {
  const left = [...source];
  return Array.from({ length: count }, () => left.splice(below(left.length), 1)[0]!);
}

/** From `least` to `most`, both included. */
function between(least: number, most: number): number {
  return least + below(most - least + 1);
}

function below(bound: number): number {
  return Math.floor(Math.random() * bound);
}
