import { run } from "#mcp-runtime";
import { ShopServer } from "./generated/index";

// This file is yours: mcp-codegen wrote it once and leaves it alone.
// To change an operation, extend the class and run yours instead. `override` makes the compiler tell
// you when the document drops or renames the operation.
//
//   class MyServer extends ShopServer {
//     override async getItem(input: GetItemInput, ctx: CallContext): Promise<Item> {
//       return super.getItem(input, ctx);
//     }
//   }

await run(ShopServer);
