import { run, type CallContext, type Operation } from "mcp-codegen/runtime";
import { PetsServer } from "./generated/index.js";
import { Audited } from "./audited.js";

class GuardedServer extends Audited {
  override async deletePet(input: { petId: number }, ctx: CallContext): Promise<void> {
    if (input.petId < 10) throw new Error("The first pets stay.");
  }

  getPet = async (input: { petId: number }) => ({ id: input.petId, name: "Tom" });

  protected override call<I, O>(operation: Operation<I, O>, input: I, ctx: CallContext): Promise<O> {
    if (operation.id === "deletePet") throw new Error("Nothing is deleted.");
    return super.call(operation, input, ctx);
  }
}

const server = new GuardedServer() as any;
server.deletePet = () => Promise.reject(new Error("Nothing is deleted."));

await run(GuardedServer);
