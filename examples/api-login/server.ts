/**
 * A server for an API that requires access tokens. With a client id and secret, the server gets and renews them itself;
 * with the id alone, a user logs in first.
 *
 *     MCP_CODEGEN_ORDERS_SHOP_CLIENT_ID=orders-mcp node --import tsx examples/api-login/server.ts login
 *     MCP_CODEGEN_ORDERS_SHOP_CLIENT_ID=orders-mcp node --import tsx examples/api-login/server.ts --http
 */
import { run } from "mcp-codegen/runtime";
import { OrdersServer } from "./generated/index.js";

// Forwards the callers' X-Request-Source header to the API. Their Authorization header is never forwarded.
await run(OrdersServer, { forwardHeaders: ["X-Request-Source"] });
