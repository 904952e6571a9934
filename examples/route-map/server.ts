/**
 * The server that overlay.yaml and routes.yaml make of openapi.yaml. Start api.ts first:
 *
 *     node --import tsx examples/route-map/server.ts --http
 */
import { run } from "mcp-codegen/runtime";
import { LibraryServer } from "./generated/index.js";

await run(LibraryServer);
