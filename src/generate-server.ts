import path from "node:path";
import { defined } from "../runtime/protocol/defined.js";
import type { ContractChange } from "./changes/change.js";
import type { JsonObject, ServerConfig } from "./config/define-config.js";
import { InlineDocuments } from "./config/inline-documents.js";
import { readGiven, type DocumentInput } from "./config/read-given.js";
import type { LocatedDiagnostic } from "./diagnostics/diagnostic.js";
import { generateInto } from "./generate-into.js";
import type { Host } from "./read-surface.js";
import { refusedCombination, withSettingNames } from "./refused-combination.js";
import { defaultOptions } from "./options/table.js";
import type { WrittenRouteMap } from "./routes/written-route-map.js";
import type { Step } from "./write/plan.js";

/** What `generateServer` generates, and where: the options of `mcp-codegen`, with names in camelCase. */
export interface ServerOptions extends Omit<
  ServerConfig,
  "input" | "routes" | "overlay" | "json" | "print" | "quiet" | "verbose"
> {
  /** The OpenAPI document. */
  readonly input: DocumentInput;
  /** The route map, or its rules. */
  readonly routes?: DocumentInput | WrittenRouteMap | readonly JsonObject[] | undefined;
  /** Overlays, in the order in which they are applied. */
  readonly overlay?: DocumentInput | readonly DocumentInput[] | undefined;
  /** Folder of relative paths. Default: the working directory. */
  readonly cwd?: string | undefined;
  /** Called with a description of each long step. */
  readonly onProgress?: ((what: string) => void) | undefined;
}

/** What a run of `generateServer` did. */
export interface GeneratedServer {
  /** Whether the output is up to date now; with `check`, whether it was; with `dryRun`, whether it could be. */
  readonly ok: boolean;
  /** Absolute path of the output folder. Absent if the document can't be used. */
  readonly out?: string;
  /** Every file of the output, with what was done or, with `check` and `dryRun`, would be done. */
  readonly files: readonly { readonly path: string; readonly action: Step["action"] }[];
  /** What is different for clients of the former output, most important first. Empty if there was none. */
  readonly changes: readonly ContractChange[];
  /** All problems, by place. If `ok` is false, at least one is an error. */
  readonly diagnostics: readonly LocatedDiagnostic[];
}

/**
 * Generates the server of a document and writes it to a folder; with `check` or `dryRun` it writes nothing.
 *
 * ```ts
 * const { ok, diagnostics } = await generateServer({ input: "openapi.yaml", out: "petstore-mcp" });
 * ```
 *
 * What is wrong with a document, a route map or the folder is in the diagnostics. The promise is never rejected for that.
 *
 * @param observer told of each input that is read
 * @throws TypeError for an unknown option, a value that its option does not allow, or options that can't be combined
 */
export async function generateServer(
  given: ServerOptions,
  observer: Pick<Host, "onRead"> = {},
): Promise<GeneratedServer> {
  const { cwd: folder = "", onProgress, ...settings } = given;
  const cwd = path.resolve(folder);
  const inline = new InlineDocuments();
  const { input, options } = readGiven("generateServer", settings, {
    cwd,
    inline,
    concerns: (commands) => commands.includes("generate"),
    purpose: "generating",
  });
  const refusal = refusedCombination({ ...defaultOptions(), ...options });
  if (refusal !== undefined) throw new TypeError(`generateServer: ${withSettingNames(refusal)}`);
  const isElsewhere = cwd !== process.cwd();
  const { stages, outcome } = await generateInto(
    input,
    {
      ...defaultOptions(),
      ...options,
      // The output is written relative to the working directory.
      ...defined({
        out: options.out && isElsewhere ? path.resolve(cwd, options.out) : options.out,
      }),
    },
    {
      ...observer,
      cwd,
      documents: inline.texts,
      ...defined({ onProgress, outFolder: isElsewhere ? cwd : undefined }),
    },
  );
  const { diagnostics, findings = [] } = stages;
  return {
    ok: outcome?.ok ?? false,
    ...(outcome ? { out: path.resolve(outcome.out) } : {}),
    files: (outcome?.plan?.steps ?? []).map(({ path: file, action }) => ({ path: file, action })),
    changes: outcome?.changes ?? [],
    diagnostics: [...diagnostics, ...(outcome?.diagnostics ?? []), ...findings],
  };
}
