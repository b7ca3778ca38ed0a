/** A command is done at most once, and every no is typed. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Code } from "@connectrpc/connect";
import {
  anyOf,
  Croupier,
  CroupierError,
  HostClient,
  MemoryJournal,
  newId,
  SeatClient,
} from "@croupier/client";
import { CharacterMode } from "@croupier/client/games/blossom_ridge";

import { asked, ENCODINGS, SERVICE, started, Wire } from "./world.js";

const HEARTS = Array.from({ length: 10 }, (_, place) => `H${place + 1}`);
const ONCE = { attemptsMax: 1 };
const WITHOUT_CHARACTERS = { characterMode: CharacterMode.OFF };

async function refused(call: Promise<unknown>): Promise<CroupierError> {
  return await call.then(
    () => assert.fail("it was accepted"),
    (error: unknown) => {
      assert.ok(error instanceof CroupierError, String(error));
      return error;
    },
  );
}

for (const [protocol, transport] of Object.entries(ENCODINGS)) {
  test(`the same id gets the same receipt over ${protocol}`, async () => {
    const { ada } = await started(new Croupier(transport(SERVICE)), "blossom_ridge", 2);
    const { question } = await asked(ada);
    const command = anyOf(await ada.legal());
    const commandId = newId();

    const first = await ada.submit(command, question, { commandId });
    const again = await ada.submit(command, question, { commandId });

    assert.equal(first.replayed, false);
    assert.deepEqual(again, { ...first, replayed: true });
    assert.deepEqual(await ada.receipt(commandId), again);
  });

  test(`a lost answer is asked for again, and done once, over ${protocol}`, async (t) => {
    const wire = await Wire.open(t);
    const { ada } = await started(new Croupier(SERVICE), "blossom_ridge", 2);
    const { state, question } = await asked(ada);
    const far = new Croupier(transport(wire.url)).seat(ada.tableId, ada.token, ada.seat);
    const command = anyOf(await ada.legal());
    wire.losing = 2;

    const receipt = await far.submit(command, question);
  
    assert.equal(wire.losing, 0);
    assert.equal(receipt.replayed, true);
    assert.equal(receipt.revision, state.revision + 1);
  });

  test(`what the rules refuse names the reason and the rule over ${protocol}`, async () => {
    const croupier = new Croupier(transport(SERVICE));
    const { ada } = await started(croupier, "blossom_ridge", 2, WITHOUT_CHARACTERS);
    const { question } = await asked(ada);
    assert.equal(question.asked.case, "cardPrompt");
    const { cards } = question.asked.value;
    const card = HEARTS.find((one) => !cards.includes(one))!;

    const no = await refused(ada.submit({ case: "playCard", value: { card } }, question));

    assert.equal(no.applied, "NO");
    assert.match(no.reason, /^[A-Z_]+$/);
    assert.match(no.rule ?? "", /^BLO-\d{3}$/);
    assert.ok(no.message.startsWith(`${no.reason} (${no.rule}): `));
  });

  test(`a wrong field is named over ${protocol}`, async () => {
    const { ada } = await started(new Croupier(transport(SERVICE)), "blossom_ridge", 2);

    const no = await refused(ada.submit({ case: "playCard", value: { card: "the ace" } }));

    assert.equal(no.reason, "INVALID_REQUEST");
    assert.deepEqual(
      no.violations.map((one) => one.field),
      ["blossom_ridge.play_card.card"],
    );
    assert.match(no.violations[0]!.description, /./);
  });

  test(`who is behind is told the newest revision over ${protocol}`, async () => {
    const { ada } = await started(new Croupier(transport(SERVICE)), "blossom_ridge", 2);
    const { question } = await asked(ada);
    const command = anyOf(await ada.legal());
    const { revision } = await ada.submit(command, question);

    const no = await refused(ada.submit(command, question));

    assert.equal(no.reason, "STALE_PROMPT");
    assert.ok((no.revision ?? 0) >= revision);
  });
}

test("what was not answered is recovered: the table, the seat, the decision", async (t) => {
  const wire = await Wire.open(t);
  const journal = new MemoryJournal();
  const hasty = new Croupier(wire.url, { journal, retry: ONCE });
  const patient = new Croupier(SERVICE, { journal });

  wire.losing = 1;
  const opening = await refused(hasty.createTable("blossom_ridge", { seats: 2 }));
  assert.equal(opening.applied, "UNKNOWN");
  const [host] = await patient.recover();
  assert.ok(host instanceof HostClient);

  wire.losing = 1;
  const { tableId, inviteCode } = host;
  await refused(hasty.join(tableId, "Ada", { inviteCode }));
  const [ada] = await patient.recover();
  assert.ok(ada instanceof SeatClient);

  wire.losing = 1;
  await refused(hasty.host(tableId, host.token).handToHouse(1 - ada.seat));
  assert.deepEqual(await host.recover(), []);
  await host.start();
  const { question } = await asked(ada);
  const command = anyOf(await ada.legal());
  wire.losing = 1;
  await refused(hasty.seat(tableId, ada.token, ada.seat).submit(command, question));
  assert.equal(journal.pending().length, 1);
  const [receipt] = await ada.recover();

  assert.ok(receipt && "replayed" in receipt);
  assert.deepEqual(receipt, await ada.receipt(receipt.commandId));
  assert.deepEqual(journal.pending(), []);
  assert.deepEqual([await patient.recover(), await ada.recover()], [[], []]);
});

test("what cannot be written down is not sent", async () => {
  const { ada } = await started(new Croupier(SERVICE), "blossom_ridge", 2);
  const { question } = await asked(ada);
  const command = anyOf(await ada.legal());
  const commandId = newId();
  class Broken extends MemoryJournal {
    override begin(): void {
      throw new Error("no room");
    }
  }
  const croupier = new Croupier(SERVICE, { journal: new Broken() });
  const forgetful = croupier.seat(ada.tableId, ada.token, ada.seat);

  await assert.rejects(forgetful.submit(command, question, { commandId }), /no room/);

  assert.equal((await refused(ada.receipt(commandId))).code, Code.NotFound);
});

test("a dead token is told as such, and its command forgotten", async () => {
  const journal = new MemoryJournal();
  const { ada, host } = await started(new Croupier(SERVICE, { journal }), "blossom_ridge", 2);
  const { question } = await asked(ada);
  const command = anyOf(await ada.legal());
  await host.reissue(ada.seat);

  const no = await refused(ada.submit(command, question));

  assert.equal(no.reason, "TOKEN_REVOKED");
  assert.deepEqual(journal.pending(), []);
});

test("a token that no header can carry is never sent", async () => {
  const croupier = new Croupier(SERVICE, { operatorKey: "read with its line break\n" });

  const no = await refused(croupier.createTable("blossom_ridge", { seats: 2 }));

  assert.equal(no.reason, "TOKEN_INVALID");
  assert.equal(no.applied, "NO");
});

test("a seat of another game than was said is noticed", async () => {
  const croupier = new Croupier(SERVICE);
  const { ada } = await started(croupier, "blossom_ridge", 2);
  const wrong = croupier.seat(ada.tableId, ada.token, ada.seat, { game: "blast_radius" });

  await assert.rejects(wrong.view(), /plays blossom_ridge, not blast_radius/);
});

test("a seat whose game was not said decides all the same", async () => {
  const croupier = new Croupier(SERVICE);
  const { ada } = await started(croupier, "blossom_ridge", 2, WITHOUT_CHARACTERS);
  const { question } = await asked(ada);
  assert.equal(question.asked.case, "cardPrompt");
  const again = croupier.seat(ada.tableId, ada.token, ada.seat);

  await again.wouldAccept({ case: "playCard", value: { card: question.asked.value.cards[0]! } });

  assert.equal(again.game, "blossom_ridge");
});
