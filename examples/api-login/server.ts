/**
 * A server for an API that wants access tokens. With a client's id and secret it gets and renews them by itself; with
 * the id alone a user logs in first.
 *
 *     ORDERS_SHOP_CLIENT_ID=orders-mcp node --import tsx examples/api-login/server.ts login
 *     ORDERS_SHOP_CLIENT_ID=orders-mcp node --import tsx examples/api-login/server.ts --http
 */
import { run } from "mcp-codegen/runtime";
import { OrdersServer } from "./generated/index.js";

// What callers say in X-Request-Source goes on to the API; their own Authorization never does.
await run(OrdersServer, { forwardHeaders: ["X-Request-Source"] });
