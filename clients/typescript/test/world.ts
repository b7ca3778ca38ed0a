/** A running service, tables at it, and a wire to it that breaks where a test says. */

import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import type { TestContext } from "node:test";

import type { Croupier, Game, HostClient, Options, SeatClient } from "@croupier/client";
import type { Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcWebTransport } from "@connectrpc/connect-web";

/** Where the service is. */
export const SERVICE = process.env["CROUPIER_URL"] ?? "http://127.0.0.1:8080";

/** Every protocol that a browser speaks without a proxy. */
export const PROTOCOLS: Record<string, (baseUrl: string) => Transport> = {
  Connect: (baseUrl) => createConnectTransport({ baseUrl, useBinaryFormat: true }),
  "gRPC-Web": (baseUrl) => createGrpcWebTransport({ baseUrl }),
};

/** The same, and Connect in JSON, which carries the same messages. */
export const ENCODINGS: typeof PROTOCOLS = {
  ...PROTOCOLS,
  "Connect in JSON": (baseUrl) => createConnectTransport({ baseUrl }),
};

/** A started table at which Ada has seat 0 and the house all others. */
export async function started<G extends Game>(
  croupier: Croupier,
  game: G,
  seats: number,
  options?: Options<G>,
): Promise<{ host: HostClient<G>; ada: SeatClient<G> }> {
  const host = await croupier.createTable(game, { seats, ...(options && { options }) });
  const ada = await host.join("Ada");
  for (let seat = 1; seat < seats; seat++) await host.handToHouse(seat);
  await host.start();
  return { host, ada };
}

/** The first state in which this seat is asked something. */
export async function asked<G extends Game>(seat: SeatClient<G>) {
  for await (const { state } of seat.watch()) {
    if (state?.question !== undefined) return { state, question: state.question };
  }
  throw new Error("the table was over before this seat was asked");
}

/** Passes bytes on to the service. */
export class Wire {
  readonly #sockets = new Set<Socket>();
  readonly #muted = new WeakSet<Socket>();
  readonly #server: Server;
  /** So many answers are swallowed: the service does what it is told, and nobody hears of it. */
  losing = 0;

  private constructor() {
    this.#server = createServer((near) => this.#join(near));
  }

  /** A wire to the service, until this test ends. */
  static async open(test: TestContext): Promise<Wire> {
    const wire = new Wire();
    test.after(() => wire.#close());
    wire.#server.listen(0, "127.0.0.1");
    await once(wire.#server, "listening");
    return wire;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Nothing comes back any more on the connections that there are, which stay open. */
  mute(): void {
    for (const socket of this.#sockets) this.#muted.add(socket);
  }

  /** Ends every connection that there is. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #close(): void {
    this.#server.close();
    this.cut();
  }

  #join(near: Socket): void {
    const { hostname, port } = new URL(SERVICE);
    const far = connect(Number(port), hostname);
    near.on("data", (sent) => far.write(sent));
    far.on("data", (answer) => {
      if (near.destroyed || this.#muted.has(near)) return;
      if (this.losing === 0) return void near.write(answer);
      this.losing--;
      near.destroy();
    });
    for (const [socket, other] of [[near, far], [far, near]] as const) {
      this.#sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
  }
}
