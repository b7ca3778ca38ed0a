/** A page of another origin plays at the service: no proxy, no build step, a real browser. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Server } from "node:http";

import { Croupier } from "@croupier/client";

import { Browser, served } from "./browser.js";
import { SERVICE, Wire } from "./world.js";

const WITHIN = { timeout: 60_000 };
let browser: Browser;
let server: Server;
let origin: string;

before(async () => {
  ({ server, origin } = await served());
  browser = await Browser.open();
}, WITHIN);

after(async () => {
  await browser.close();
  server.close();
});

test("a page watches a table and submits what is clicked", WITHIN, async () => {
  await browser.goto(`${origin}/examples/browser.html?service=${encodeURIComponent(SERVICE)}`);
  await browser.until(`document.querySelector("button")`);
  const before = await browser.run(`document.querySelector("#state").textContent`);

  await browser.click("button");

  const told = await browser.until(`document.querySelector("#told").textContent`);
  assert.match(String(told), /^Done: revision \d+\.$/);
  const after = await browser.until(
    `document.querySelector("#state").textContent !== ${JSON.stringify(before)} &&
     document.querySelector("#state").textContent`,
  );
  assert.match(String(after), /^Revision \d+\. Your hand: /);
});

for (const protocol of ["Connect", "GrpcWeb"]) {
  test(`a page plays a whole game over ${protocol}, across origins`, WITHIN, async () => {
    await browser.goto(`${origin}/package.json`);

    const winners = await browser.run(`(async () => {
      const { Croupier, play, ...page } = await import("${origin}/build/page.js");
      const transport = page.create${protocol}Transport({ baseUrl: "${SERVICE}" });
      const host = await new Croupier(transport).createTable("blossom_ridge", { seats: 2 });
      const seat = await host.join("Ada");
      await host.handToHouse(1 - seat.seat);
      await host.start();
      return (await play(seat)).winners;
    })()`);

    assert.ok(Array.isArray(winners) && winners.length > 0);
  });
}

test("what was not answered before a reload is recovered after it", WITHIN, async (t) => {
  const wire = await Wire.open(t);
  const host = await new Croupier(SERVICE).createTable("blossom_ridge", { seats: 2 });
  const joining = JSON.stringify([host.tableId, "Ada", { inviteCode: host.inviteCode }]);
  const client = (url: string, retry: string) => `
    const { Croupier, StorageJournal } = await import("${origin}/dist/croupier.bundle.js");
    const croupier = new Croupier("${url}", {
      journal: new StorageJournal(localStorage), retry: ${retry},
    });`;
  await browser.goto(`${origin}/package.json`);
  wire.losing = 2; // what the browser asks beforehand, and the joining

  const no = await browser.run(`(async () => {
    ${client(wire.url, "{ attemptsMax: 2 }")}
    return await croupier.join(...${joining}).catch((no) => no.applied);
  })()`);
  await browser.goto(`${origin}/dist/index.d.ts`);
  const names = await browser.run(`(async () => {
    ${client(SERVICE, "{}")}
    const [seat] = await croupier.recover();
    const { table } = await seat.view();
    return [table.seats.map((one) => one.displayName), localStorage.length];
  })()`);

  assert.equal(no, "UNKNOWN");
  assert.deepEqual(names, [["Ada", ""], 0]);
});
