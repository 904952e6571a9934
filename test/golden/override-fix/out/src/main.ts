import { run, type CallContext, type Operation } from "#mcp-runtime";
import { PetsServer, operations, type DeletePetInput, type Pet } from "./generated/index.js";

// deletePet stays guarded
class My extends PetsServer {
	override async deletePet( input : DeletePetInput, ctx: CallContext ): Promise<void> {
		if (input.petId < 10) throw new Error("deletePet: no");
		return super.deletePet(input, ctx);
	}
  protected override call<I, O>(operation: Operation<I, O>, input: I, ctx: CallContext): Promise<O> {
    if (operation.id === "deletePet") console.error(operations.deletePet.id);
    return super.call(operation, input, ctx);
  }
}
export const first = (pets: Pet[]): Pet | undefined => pets[0];
await run(My);
