import { run } from "#mcp-runtime";
import { OfficeServer } from "./generated/index.js";

// This file is yours: mcp-codegen wrote it once and leaves it alone.
// OfficeServer mounts the server of each document. To change an operation, extend the class of its document, and mount
// yours. `override` makes the compiler tell you when an operation or a document is gone or has another name.
//
//   import { ShopServer } from "./generated/shop/index.js";
//
//   class MyShopServer extends ShopServer {
//     override async listOrders(input: ListOrdersInput, ctx: CallContext): Promise<Order[]> {
//       return super.listOrders(input, ctx);
//     }
//   }
//
//   class MyOfficeServer extends OfficeServer {
//     override shop(options: OpenApiServerOptions): ShopServer {
//       return new MyShopServer(options);
//     }
//
//     // More servers, by hand or remote: mcp.mount(proxyServer("https://…"), { prefix: "…" })
//     protected override expose(mcp: Registrar): void {
//       super.expose(mcp);
//     }
//   }

await run(OfficeServer);
