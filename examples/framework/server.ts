/** Serves the shop: `node --import tsx server.ts` on stdio, with the argument `net` over Streamable HTTP and WebSocket. */
import { serve } from "mcp-codegen/runtime";
import { openShop } from "./shop.js";

if (process.argv[2] === "net") {
  // Transports and path are those of the class.
  const { urls, ended } = await serve(openShop(), { port: Number(process.env.PORT ?? 3000) });
  console.error(`The shop is served at ${urls.http}`);
  await ended;
} else {
  await serve(openShop(), { transports: ["stdio"] });
}
