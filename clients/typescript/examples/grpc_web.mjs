import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { Croupier } from "@croupier/client";

const croupier = new Croupier(createGrpcWebTransport({ baseUrl: "http://127.0.0.1:8080" }));
console.log(await croupier.serverInfo());
