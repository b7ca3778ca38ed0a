/** A real Chromium, spoken to over the pipe that it opens for debugging. */

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { Duplex } from "node:stream";

const FLAGS = [
  "--headless",
  "--remote-debugging-pipe",
  "--no-sandbox", // it runs as root in CI
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-gpu",
  "--disable-quic",
  "--disable-sync",
];
const PACKAGE = new URL("../..", import.meta.url).pathname;
const PLAIN = "text/plain";
const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript" };

/** The files of this package at an address of their own, as any web server gives them. */
export async function served(): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, "http://any");
    readFile(join(PACKAGE, pathname)).then(
      (file) => response.setHeader("content-type", TYPES[extname(pathname)] ?? PLAIN).end(file),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

interface Answer {
  id?: number;
  error?: { message: string };
  result?: Record<string, unknown>;
}

/** The browser, with one page. */
export class Browser {
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #pipe: Duplex;
  #asked = 0;
  #session: string | undefined;

  private constructor(
    private readonly process: ChildProcess,
    private readonly profile: string,
  ) {
    this.#pipe = process.stdio[3] as Duplex;
    let heard = "";
    (process.stdio[4] as Duplex).setEncoding("utf8").on("data", (text: string) => {
      const messages = (heard + text).split("\0");
      heard = messages.pop()!;
      for (const message of messages) this.#answered(JSON.parse(message) as Answer);
    });
  }

  /** A browser that nobody has used before. */
  static async open(): Promise<Browser> {
    const profile = await mkdtemp(join(tmpdir(), "croupier-browser-"));
    const process = spawn("chromium", [...FLAGS, `--user-data-dir=${profile}`], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    const browser = new Browser(process, profile);
    const { targetId } = await browser.#ask("Target.createTarget", { url: "about:blank" });
    const attached = await browser.#ask("Target.attachToTarget", { targetId, flatten: true });
    browser.#session = attached["sessionId"] as string;
    return browser;
  }

  /** Goes to a page. */
  async goto(url: string): Promise<void> {
    await this.#ask("Page.navigate", { url });
    await this.until(`location.href === ${JSON.stringify(url)} && document.body !== null`);
  }

  /** What this JavaScript gives in the page, as JSON; promises are awaited. */
  async run(expression: string): Promise<unknown> {
    const told = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.#ask("Runtime.evaluate", told);
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { value?: unknown }).value;
  }

  /** Waits for this to be true of the page; gives it. */
  async until(condition: string): Promise<unknown> {
    return await this.run(`new Promise((resolve) => {
      const look = () => { const found = ${condition}; if (found) resolve(found); return found; };
      if (look()) return;
      const observer = new MutationObserver(() => look() && observer.disconnect());
      observer.observe(document, { childList: true, subtree: true, characterData: true });
      addEventListener("DOMContentLoaded", look);
    })`);
  }

  /** Presses the mouse in the middle of the element. */
  async click(selector: string): Promise<void> {
    const place = (await this.run(`(() => {
      const { x, y, width, height } = document.querySelector("${selector}").getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    })()`)) as { x: number; y: number };
    const mouse = { ...place, button: "left", clickCount: 1 };
    for (const type of ["mousePressed", "mouseReleased"]) {
      await this.#ask("Input.dispatchMouseEvent", { type, ...mouse });
    }
  }

  async close(): Promise<void> {
    const gone = once(this.process, "exit");
    await this.#ask("Browser.close", {});
    await gone;
    await rm(this.profile, { recursive: true, maxRetries: 5 });
  }

  async #ask(method: string, params: object): Promise<Record<string, unknown>> {
    const id = ++this.#asked;
    const answer = await new Promise<Answer>((resolve) => {
      this.#waiting.set(id, resolve);
      const sessionId = this.#session;
      this.#pipe.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result ?? {};
  }

  #answered(answer: Answer): void {
    if (answer.id === undefined) return;
    this.#waiting.get(answer.id)?.(answer);
    this.#waiting.delete(answer.id);
  }
}
