/** What a bundler makes of the package for a page; the browser's tests load it. */

export { createConnectTransport, createGrpcWebTransport } from "@connectrpc/connect-web";
export * from "@croupier/client";
