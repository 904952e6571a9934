/**
 * The API of ../petstore as a server whose class is made when the program starts, without generated files: on stdio, with
 * the argument `net` over Streamable HTTP and WebSocket.
 */
import path from "node:path";
import { buildOpenApiServerClass } from "mcp-codegen";
import { serve } from "mcp-codegen/runtime";

const document = path.join(import.meta.dirname, "../petstore/openapi.yaml");

const Petstore = await buildOpenApiServerClass(document, {
  className: "Petstore",
  baseUrl: process.env["PETSTORE_URL"] ?? "https://pets.example.com/v1",
  routes: [{ match: { method: "DELETE" }, expose: "exclude" }],
});

if (process.argv[2] === "net") {
  const { urls, ended } = await serve(new Petstore(), {
    transports: ["http", "websocket"],
    port: Number(process.env["PORT"] ?? 3000),
  });
  console.error(`The pets are served at ${urls.http}`);
  await ended;
} else {
  await serve(new Petstore());
}
