/** One call, safely: written down, sent with a deadline, repeated with the same id. */

import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import type {
  DescMessage,
  DescMethodServerStreaming,
  DescMethodUnary,
  Message,
  MessageInitShape,
  MessageShape,
} from "@bufbuild/protobuf";
import { base64Decode, base64Encode } from "@bufbuild/protobuf/wire";
import { Code, type Transport } from "@connectrpc/connect";

import { CroupierError, errorOf } from "./errors.js";
import type { Journal } from "./journal.js";
import { pause, pauses, type Retry } from "./retry.js";

const DEAD_TOKEN = "TOKEN_REVOKED";
const REPLAYED_KEY = "croupier-replayed";
const BEFORE_THE_RECEIPT = [Code.Unauthenticated, Code.DataLoss];

/** Who sends a command: a name for the journal, and the token for the service. */
export interface Sender {
  whose: string;
  token: string | undefined;
}

/** An answer, and whether it is that of a repeat. */
export interface Answered<O extends DescMessage> {
  answer: MessageShape<O>;
  replayed: boolean;
}

/** A command repeated by `recover`. */
export interface Recovered {
  request: Message;
  answer: Message | CroupierError;
}

/** A new command id: a random UUID, also where pages are not served over TLS. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** The way to the service. `command` is for calls that change something, `ask` for others. */
export class Connection {
  constructor(
    private readonly transport: Transport,
    readonly journal: Journal,
    private readonly retry: Retry,
  ) {}

  /** Call something that changes nothing. Throws CroupierError. */
  async ask<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    token?: string,
  ): Promise<MessageShape<O>> {
    return (await this.#tried(method, create(method.input, request), token)).answer;
  }

  /**
   * Change something, at most once. Throws CroupierError.
   *
   * While the outcome is unknown, the command stays in the journal, unless its token is dead:
   * then nobody can ever ask again.
   */
  async command<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    sender: Sender,
    commandId: string,
  ): Promise<Answered<O>> {
    const message = create(method.input, request);
    await this.journal.begin({
      commandId,
      method: pathOf(method),
      whose: sender.whose,
      request: base64Encode(toBinary(method.input, message)),
    });
    try {
      const answered = await this.#tried(method, message, sender.token);
      await this.journal.end(commandId);
      return answered;
    } catch (error) {
      const known = error instanceof CroupierError && error.applied === "NO";
      if (known || (error instanceof CroupierError && error.reason === DEAD_TOKEN)) {
        await this.journal.end(commandId);
      }
      throw error;
    }
  }

  /** Repeat this sender's commands by these methods whose outcome is not known: each request
   * with its answer, or why there is none. */
  async recover(sender: Sender, ...methods: DescMethodUnary[]): Promise<Recovered[]> {
    const outcomes: Recovered[] = [];
    for (const pending of await this.journal.pending()) {
      const method = methods.find((one) => pathOf(one) === pending.method);
      if (pending.whose !== sender.whose || method === undefined) continue;
      const request = fromBinary(method.input, base64Decode(pending.request));
      try {
        const { answer } = await this.command(method, request, sender, pending.commandId);
        outcomes.push({ request, answer });
      } catch (error) {
        if (!(error instanceof CroupierError)) throw error;
        outcomes.push({ request, answer: error });
      }
    }
    return outcomes;
  }

  /** What the service sends, until it ends the stream or says nothing for too long. Ends
   * quietly when `signal` is given. Throws CroupierError. */
  async *stream<I extends DescMessage, O extends DescMessage>(
    method: DescMethodServerStreaming<I, O>,
    request: MessageInitShape<I>,
    token: string,
    silenceMaxMs: number,
    signal?: AbortSignal,
  ): AsyncGenerator<MessageShape<O>, void, undefined> {
    const ending = new AbortController();
    const end = () => ending.abort();
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
    let silent = false;
    const listen = () =>
      setTimeout(() => {
        silent = true;
        end();
      }, silenceMaxMs);
    let timer = listen();
    try {
      const sent = one(request);
      const { transport } = this;
      const reply = await transport.stream(method, ending.signal, undefined, headers(token), sent);
      for await (const message of reply.message) {
        clearTimeout(timer);
        yield message;
        timer = listen();
      }
    } catch (failure) {
      if (signal?.aborted) return;
      if (!silent) throw errorOf(failure);
      const said = `The service said nothing for ${silenceMaxMs / 1_000} seconds.`;
      const told = { applied: "UNKNOWN" } as const;
      throw new CroupierError(Code.DeadlineExceeded, "DEADLINE_EXCEEDED", said, told);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      end();
    }
  }

  /**
   * Try until there is a definite answer, or patience ends.
   *
   * Once an attempt may have been applied, only a definite answer to a later one changes that: a
   * receipt wins over every refusal but a dead token, so any other refusal means that nothing
   * was done.
   */
  async #tried<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageShape<I>,
    token: string | undefined,
  ): Promise<Answered<O>> {
    const waits = pauses(this.retry);
    for (let inDoubt = false; ; ) {
      try {
        return await this.#once(method, request, token);
      } catch (failure) {
        const error = errorOf(failure);
        inDoubt ||= error.applied === "UNKNOWN";
        const wait = error.passing ? waits.next().value : undefined;
        const asked = error.retryAfterMs ?? 0;
        if (wait === undefined || asked > this.retry.waitMaxMs) {
          if (inDoubt && (error.passing || BEFORE_THE_RECEIPT.includes(error.code))) {
            error.applied = "UNKNOWN";
          }
          throw error;
        }
        await pause(asked * (1 + Math.random() / 2) + wait);
      }
    }
  }

  async #once<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageShape<I>,
    token: string | undefined,
  ): Promise<Answered<O>> {
    const init = request as MessageInitShape<I>;
    const { timeoutMs } = this.retry;
    const reply = await this.transport.unary(method, undefined, timeoutMs, headers(token), init);
    const replayed = reply.header.has(REPLAYED_KEY) || reply.trailer.has(REPLAYED_KEY);
    return { answer: reply.message, replayed };
  }
}

function pathOf(method: DescMethodUnary): string {
  return `${method.parent.typeName}.${method.name}`;
}

/** The header with the token. Throws CroupierError for what no header can carry. */
function headers(token: string | undefined): HeadersInit {
  if (token === undefined) return {};
  if (!/^[ -~]*$/.test(token)) {
    const said = "The token or key has a character that none has; was it read with its line break?";
    throw new CroupierError(Code.Unauthenticated, "TOKEN_INVALID", said);
  }
  return { authorization: `Bearer ${token}` };
}

async function* one<T>(message: T): AsyncIterable<T> {
  yield message;
}
