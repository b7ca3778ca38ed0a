/** A watch goes on after a cut where it was. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { anyOf, Croupier, play, type Frame } from "@croupier/client";

import { asked, PROTOCOLS, SERVICE, started, Wire } from "./world.js";

const CUTS = 4;

for (const [protocol, transport] of Object.entries(PROTOCOLS)) {
  test(`nothing is missed or told twice, whenever it is cut, over ${protocol}`, async (t) => {
    const wire = await Wire.open(t);
    const { ada } = await started(new Croupier(SERVICE), "blossom_ridge", 3);
    const watcher = new Croupier(transport(wire.url)).seat(ada.tableId, ada.token, 0);
    const frames: Frame[] = [];
    let playing: Promise<unknown> | undefined;

    for await (const frame of watcher.watch({ everyEvent: true })) {
      frames.push(frame);
      playing ??= play(ada);
      if (frames.length % 20 === 0 && frames.length <= CUTS * 20) wire.cut();
    }
    await playing;
  
    const told = frames.flatMap((frame) => [...frame.revisions]);
    const history = [];
    for await (const entry of ada.history()) history.push(entry);
    const wholeViews = frames.filter((frame) => ["snapshot", "reset"].includes(frame.kind));
    assert.deepEqual(wholeViews, [frames[0]]);
    assert.equal(frames.at(-1)?.reason, "OVER");
    assert.ok(frames.length > CUTS * 20);
    assert.deepEqual(told, history.slice(frames[0]?.revision));
  });
}

test("a watch begins after the token that it is given", async () => {
  const { ada } = await started(new Croupier(SERVICE), "blossom_ridge", 2);
  const { state, question } = await asked(ada);
  const receipt = await ada.submit(anyOf(await ada.legal()), question);

  const watching = ada.watch({ resumeToken: state.resumeToken });
  const { value: frame } = await watching.next();
  await watching.return();

  assert.equal(frame?.kind, "change");
  assert.equal(frame.fromRevision, state.revision);
  assert.equal(frame.revisions[0]?.revision, receipt.revision);
  assert.deepEqual(frame.revisions[0].events, receipt.events);
});

test("a connection that says nothing any more is given up for another", async (t) => {
  const wire = await Wire.open(t);
  const { ada } = await started(new Croupier(SERVICE), "blossom_ridge", 2);
  const { state } = await asked(ada);
  const watcher = new Croupier(wire.url).seat(ada.tableId, ada.token, 0);
  const watching = watcher.watch({ resumeToken: state.resumeToken, silenceMaxMs: 2_000 });

  const first = await watching.next();
  wire.mute();
  const second = await watching.next();
  await watching.return();

  assert.deepEqual([first.value?.kind, second.value?.kind], ["bookmark", "bookmark"]);
});

test("whoever watches may stop while nothing happens", async () => {
  const croupier = new Croupier(SERVICE);
  const host = await croupier.createTable("blossom_ridge", { seats: 2 });
  const ada = await host.join("Ada");
  const stop = new AbortController();

  const kinds = [];
  for await (const frame of ada.watch({ signal: stop.signal })) {
    kinds.push(frame.kind);
    setImmediate(() => stop.abort());
  }

  assert.deepEqual(kinds, ["snapshot"]);
});
