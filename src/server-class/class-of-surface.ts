/** The import is that of users, so that they can mount the class in their servers: both have the same runtime. */
import {
  OpenApiServer,
  type CallContext,
  type OpenApiServerClass,
  type OpenApiServerOptions,
  type Registrar,
} from "mcp-codegen/runtime";
import { defined } from "../../runtime/protocol/defined.js";
import type { Surface } from "../surface/model.js";

type Method = (input: unknown, ctx: CallContext) => Promise<unknown>;

/** Returns a class like the generated one of a surface. */
export function classOfSurface(
  { api, operations }: Surface,
  className: string,
  defaults: OpenApiServerOptions,
): OpenApiServerClass {
  class OfSurface extends OpenApiServer {
    static override readonly api = api;

    constructor(options: OpenApiServerOptions = {}) {
      super({ ...defaults, ...defined(options) });
    }

    protected override expose(mcp: Registrar): void {
      // Through the method, so that subclasses can override it.
      const methods = this as unknown as { readonly [symbol: string]: Method };
      for (const { facts, symbol } of operations) {
        mcp.add(facts, (input, ctx) => methods[symbol]!(input, ctx));
      }
    }

    static {
      for (const { facts, symbol } of operations) {
        Object.defineProperty(this.prototype, symbol, {
          configurable: true,
          writable: true,
          value(this: OfSurface, input: unknown, ctx: CallContext) {
            return this.call(facts, input, ctx);
          },
        });
      }
      Object.defineProperty(this, "name", { configurable: true, value: className });
    }
  }
  return OfSurface;
}
