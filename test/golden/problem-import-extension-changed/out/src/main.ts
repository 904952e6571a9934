import { run } from "#mcp-runtime";
import { ShopServer } from "./generated/index.js";

await run(ShopServer);
