/** The surface: what MCP clients see, and the facts that the runtime needs to serve it. */
import type { Api } from "../../runtime/contract/api.js";
import type { WholeInputs } from "../../runtime/contract/whole-inputs.js";
import type { Operation as OperationFacts } from "../../runtime/contract/operation.js";
import type { Operation, Schema, Skipped } from "../operations/model.js";
import type { Place } from "../diagnostics/diagnostic.js";

/** The TypeScript type of an operation's result. */
export type ValueType =
  /** A schema of the model, with references by name. */
  | {
      readonly kind: "schema";
      readonly schema: Schema;
      /** The schemas of the different successes, when `schema` is their union. */
      readonly alternatives?: readonly Schema[];
    }
  /** No content. */
  | { readonly kind: "void" }
  /** `text/*` */
  | { readonly kind: "text" }
  /** Any other media type: the runtime's `Media`. */
  | { readonly kind: "media" }
  /** The document does not describe it. */
  | { readonly kind: "unknown" };

export interface SurfaceOperation {
  readonly source: Operation;
  /** Name of the constant and the method: a unique TypeScript identifier that the runtime's class does not reserve. */
  readonly symbol: string;
  /** Name of the type of its arguments. */
  readonly inputTypeName: string;
  /** Members of that type, in order; the same names as `facts.input.properties`. */
  readonly inputMembers: readonly InputMember[];
  readonly output: ValueType;
  /** The facts that are emitted into `operations.ts` and that `serve` runs. */
  readonly facts: OperationFacts;
}

export interface InputMember {
  /** The argument's name. */
  readonly name: string;
  readonly required: boolean;
  readonly description?: string;
  /** The model's schema, not projected, for the type. */
  readonly schema: Schema;
}

/** A named schema as a TypeScript type and in `$defs`; one for each direction if they differ. */
export interface SurfaceSchema {
  /** Name of the type and of the `$defs` key. */
  readonly name: string;
  /** Name in `ApiModel.schemas`. */
  readonly source: string;
  /** `both`: the same in both directions. `input` leaves out readOnly properties, `output` writeOnly ones. */
  readonly direction: "both" | "input" | "output";
}

export interface Excluded {
  /** `GET /pets/{petId}` */
  readonly key: string;
  /** Source of the decision: `rule 3 of routes.yaml`, `x-mcp: false`, `defaults`. */
  readonly because: string;
  readonly place?: Place;
}

/** The facts of the API; here, the whole input schemas need no loading. */
export interface SurfaceApi extends Api {
  readonly wholeInputs?: () => WholeInputs;
}

/** What a generated server offers to clients: names, schemas and texts. */
export interface Surface {
  /** The name of the generated class. */
  readonly className: string;
  /** Name of the document in headers: base name of the file, or the URL without credentials and query. */
  readonly sourceName: string;
  /** The facts of the API. */
  readonly api: SurfaceApi;
  /** In document order. */
  readonly operations: readonly SurfaceOperation[];
  /** The schemas that types of operations reach, sorted by name. */
  readonly schemas: readonly SurfaceSchema[];
  /** The operations that are left out, with the reasons. */
  readonly excluded: readonly Excluded[];
  /** Operations that can't be called, because their body has no media type that can be sent. */
  readonly skipped: readonly Skipped[];
  /** Size of the whole `tools/list` result as UTF-8 JSON, in bytes. */
  readonly toolsListBytes: number;
  /** Absent when every operation is listed as requested. */
  readonly listing?: ListingPlan;
}

/** How a list was made smaller. */
export interface ListingPlan {
  /** `search`: some operations are only found by the search tools. */
  readonly mode: "tools" | "search";
  /** The option that caused it: `--mode search`, `--budget 20000` … */
  readonly because: string;
  /** Tokens of the `tools/list` result; absent when they were not counted. */
  readonly tokens?: number;
  /** The reductions, in order, with the tokens of the list after each. */
  readonly steps: readonly { readonly did: string; readonly tokens: number }[];
}
