/**
 * Fifty operations behind three tools, and two that stay listed. Without an API, and over HTTP:
 *
 *     node --import tsx examples/large-api/server.ts --mock --http
 */
import { run } from "mcp-codegen/runtime";
import { TownHallServer } from "./generated/index.js";

await run(TownHallServer);
