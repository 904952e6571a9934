import { run, type CallContext, type Operation } from "#mcp-runtime";
import { PetsServer, operations, type RemovePetInput, type Animal } from "./generated/index.js";

// deletePet stays guarded
class My extends PetsServer {
	override async removePet( input : RemovePetInput, ctx: CallContext ): Promise<void> {
		if (input.petId < 10) throw new Error("deletePet: no");
		return super.removePet(input, ctx);
	}
  protected override call<I, O>(operation: Operation<I, O>, input: I, ctx: CallContext): Promise<O> {
    if (operation.id === "removePet") console.error(operations.removePet.id);
    return super.call(operation, input, ctx);
  }
}
export const first = (pets: Animal[]): Animal | undefined => pets[0];
await run(My);
