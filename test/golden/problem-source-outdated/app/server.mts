import type { CallContext, Registrar } from "mcp-codegen/runtime";
import { operations, PetsServer, type DeletePetInput, type GetPetInput, type Pet } from "../out";

/** Operations that only administrators may call. */
export const forAdministrators = new Set(["deletePet"]);

export const unrelated: number = "not a number";

export class AppServer extends PetsServer {
  protected override expose(mcp: Registrar): void {
    super.expose(mcp);
    mcp.add(operations.deletePet, (input: DeletePetInput, ctx) => this.deletePet(input, ctx));
  }

  override async getPet({ petId }: { petId: number }, ctx: CallContext): Promise<Pet> {
    const pet = await super.getPet({ petId }, ctx);
    return { ...pet, name: pet.name.toUpperCase() };
  }
}

export function isFirst(input: GetPetInput): boolean {
  return input.petId === 1;
}
