import { serveWorker } from "#mcp-runtime";
import { TicketsHomeQuotedAndSoLongServer } from "./generated/index.js";

// The entry of the Cloudflare Worker in wrangler.jsonc. This file is yours: mcp-codegen wrote it once
// and leaves it alone. If you extend the class, serve yours here, too.

export default serveWorker(TicketsHomeQuotedAndSoLongServer);
