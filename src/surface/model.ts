/** The surface: what MCP clients will see, and the facts the runtime needs to serve it. */
import type { Api } from "../../runtime/contract/api.js";
import type { Operation as OperationFacts } from "../../runtime/contract/operation.js";
import type { Operation, Schema, Skipped } from "../operations/model.js";
import type { Place } from "../diagnostics/diagnostic.js";

/** What a value of an operation is in TypeScript. */
export type ValueType =
  /** A schema of the model; references by name; `direction` chooses the variant of each name. */
  | {
      readonly kind: "schema";
      readonly schema: Schema;
      /** The schemas of which it is any, one for each kind of success. */
      readonly alternatives?: readonly Schema[];
    }
  /** No content. */
  | { readonly kind: "void" }
  /** `text/*` */
  | { readonly kind: "text" }
  /** Any other media type: the runtime's `Media`. */
  | { readonly kind: "media" }
  /** The document does not say. */
  | { readonly kind: "unknown" };

export interface SurfaceOperation {
  readonly source: Operation;
  /** Name of the constant and of the method: a TypeScript identifier, unique, not reserved by the runtime's class. */
  readonly symbol: string;
  /** Name of the type of its arguments. */
  readonly inputTypeName: string;
  /** Members of that type, in order; the same names as `facts.input.properties`. */
  readonly inputMembers: readonly InputMember[];
  readonly output: ValueType;
  /** Exactly what is emitted into `operations.ts` and what `serve` runs. */
  readonly facts: OperationFacts;
}

export interface InputMember {
  /** The argument's name. */
  readonly name: string;
  readonly required: boolean;
  readonly description?: string;
  /** Model schema (full, not projected), for the type. */
  readonly schema: Schema;
}

/** A named schema as TypeScript types and `$defs` see it, one per direction it is used in. */
export interface SurfaceSchema {
  /** Name of the type and of the `$defs` key. */
  readonly name: string;
  /** Name in `ApiModel.schemas`. */
  readonly source: string;
  /** `both`: reads the same in both directions. `input` leaves out readOnly properties, `output` writeOnly ones. */
  readonly direction: "both" | "input" | "output";
}

export interface Excluded {
  /** `GET /pets/{petId}` */
  readonly key: string;
  /** `rule 3 of routes.yaml`, `x-mcp: false`, `defaults`. */
  readonly because: string;
  readonly place?: Place;
}

export interface Surface {
  readonly className: string;
  /** Source document's name for headers: base name of the file, or the URL without credentials and query. */
  readonly sourceName: string;
  readonly api: Api;
  /** In document order. */
  readonly operations: readonly SurfaceOperation[];
  /** Sorted by name. Those an operation's types reach. */
  readonly schemas: readonly SurfaceSchema[];
  readonly excluded: readonly Excluded[];
  /** Operations of the model that can't be called: none of their body's media types can be sent. */
  readonly skipped: readonly Skipped[];
  /** Size of the whole `tools/list` result as UTF-8 JSON, in bytes. */
  readonly toolsListBytes: number;
  /** Absent: all that can be listed is. */
  readonly listing?: ListingPlan;
}

/** How a list became smaller than it could be. */
export interface ListingPlan {
  /** `search`: some operations are only found by the search tools. */
  readonly mode: "tools" | "search";
  /** What asked for it: `--mode search`, `--budget 20000` … */
  readonly because: string;
  /** Tokens of the `tools/list` result, where they were counted. */
  readonly tokens?: number;
  /** What was given up, in this order, and the tokens that were left. */
  readonly steps: readonly { readonly did: string; readonly tokens: number }[];
}
