/**
 * Fifty operations behind three search tools, and two that stay listed. To serve them over HTTP without an API:
 *
 *     node --import tsx examples/large-api/server.ts --mock --http
 */
import { run } from "mcp-codegen/runtime";
import { TownHallServer } from "./generated/index.js";

await run(TownHallServer);
