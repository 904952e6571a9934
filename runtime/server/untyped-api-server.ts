import type { Api } from "../contract/api.js";
import type { Operation } from "../contract/operation.js";
import { OpenApiServer, type OpenApiServerClass } from "./openapi-server.js";
import type { Registrar } from "./types/definitions.js";

/** Returns a class that serves these operations like the generated one, without its typed methods. */
export function serverOfFacts(api: Api, operations: readonly Operation[]): OpenApiServerClass {
  return class extends OpenApiServer {
    static override readonly api = api;

    protected override expose(mcp: Registrar): void {
      for (const operation of operations) {
        mcp.add(operation, (input, ctx) => this.call(operation, input, ctx));
      }
    }
  };
}
