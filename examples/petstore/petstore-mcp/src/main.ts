import { run } from "#mcp-runtime";
import { PetstoreServer } from "./generated/index.js";

// This file is yours: mcp-codegen wrote it once and leaves it alone.
// To change an operation, extend the class and run yours instead. `override` makes the compiler tell
// you when the document drops or renames the operation.
//
//   class MyServer extends PetstoreServer {
//     override async listPets(input: ListPetsInput, ctx: CallContext): Promise<Pet[]> {
//       return super.listPets(input, ctx);
//     }
//   }

await run(PetstoreServer);
