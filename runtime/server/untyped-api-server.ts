import type { Api } from "../contract/api.js";
import type { Operation } from "../contract/operation.js";
import { OpenApiServer } from "./openapi-server.js";
import type { Registrar } from "./types/definitions.js";
import type { OpenApiServerClass } from "./program/run.js";

/** The class that would be generated for these operations, without its methods. */
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
