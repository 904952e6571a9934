/** A Worker as a user writes it: nothing may wait for I/O outside a request, so the handler is made by the first one. */
import { fetchHandler } from "./runtime/index.js";
import { ShopServer } from "./dist/generated/index.js";

let handler;

export default {
  async fetch(request) {
    handler ??= fetchHandler(new ShopServer(), { allowedHosts: ["127.0.0.1"], path: "/mcp" });
    return (await handler)(request);
  },
};
