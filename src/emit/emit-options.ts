import type { ImportExtension } from "./file-context.js";
import type { Split } from "./groups/group-operations.js";
import type { Templates } from "./templates/templates.js";

export interface EmitOptions {
  /** `project`: a complete folder. `module`: only the generated modules, for a folder of another project. */
  readonly layout: "project" | "module";
  /** Import specifier of the runtime in generated code: `#mcp-runtime`, `mcp-codegen/runtime` … */
  readonly runtimeSpecifier: string;
  /** How relative imports of generated and scaffolded code end. */
  readonly importExtension: ImportExtension;
  /** Whether the code of operations has one file per tag. */
  readonly split: Split;
  readonly generatorVersion: string;
  /** The bundled runtime, by path below `runtime/`. */
  readonly runtimeFiles?: readonly { readonly path: string; readonly content: string }[];
  /** The command that repeats the run in the output folder, for its package.json. */
  readonly rerunCommand?: string;
  /** The options that shaped the output, for the header of `server.ts`. */
  readonly optionsEcho?: string;
  /** The output includes a test of every operation, made by `emitTests`. */
  readonly tests?: boolean;
  /** Default: the templates of this package. */
  readonly templates?: Templates;
  readonly packaging?: Packaging;
}

/** What is written to ship a complete project. */
export interface Packaging {
  readonly docker: boolean;
  readonly mcpb: boolean;
  readonly worker: boolean;
  /** Name of the server in the MCP registry. */
  readonly registryName?: string;
}
