import path from "node:path";
import { defined } from "../runtime/protocol/defined.js";
import type { ContractChange } from "./changes/change.js";
import type { JsonObject, ServerConfig } from "./config/define-config.js";
import { InlineDocuments } from "./config/inline-documents.js";
import { SettingsReader } from "./config/read-settings.js";
import type { LocatedDiagnostic } from "./diagnostics/diagnostic.js";
import { generateInto } from "./generate-into.js";
import type { Host } from "./generate.js";
import type { Command } from "./options/option-row.js";
import { defaultOptions, optionTable, type OptionName } from "./options/table.js";
import type { Step } from "./write/plan.js";

/**
 * A document: its path, its URL, its text, or its value. A string is taken for a text if it begins with `{` or has several
 * lines.
 */
export type DocumentInput = string | URL | JsonObject;

/** What `generateServer` generates, and where: the options of `mcp-codegen`, with names in camelCase. */
export interface ServerOptions extends Omit<
  ServerConfig,
  "input" | "routes" | "overlay" | "json" | "print" | "quiet" | "verbose"
> {
  /** The OpenAPI document. */
  readonly input: DocumentInput;
  /** The route map, or its rules. */
  readonly routes?: DocumentInput | readonly JsonObject[] | undefined;
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
 * @throws TypeError for an unknown option or a value that its option does not allow
 */
export async function generateServer(
  given: ServerOptions,
  observer: Pick<Host, "onRead"> = {},
): Promise<GeneratedServer> {
  const { cwd: folder = "", onProgress, ...settings } = given;
  const cwd = path.resolve(folder);
  const inline = new InlineDocuments();
  const { input, options } = readOptions(settings, cwd, inline);
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

function readOptions(
  settings: object,
  cwd: string,
  inline: InlineDocuments,
): Required<ReturnType<SettingsReader["read"]>> {
  const reader = new SettingsReader({ folder: cwd, cwd }, inline);
  const documents = Object.entries(settings).map(([name, value]) => [
    name,
    Object.hasOwn(textNames, name)
      ? namedDocument(value, name as DocumentOption, cwd, inline)
      : value,
  ]);
  const { input, options } = reader.read(Object.fromEntries(documents) as object, "", [
    "input",
    "cwd",
  ]);
  const faults = reader.faults.map(({ message, hint }) => (hint ? `${message} ${hint}` : message));
  for (const name of Object.keys(options)) {
    const { commands }: { commands: readonly Command[] } = optionTable[name as OptionName];
    if (!commands.includes("generate")) faults.push(`\`${name}\` does not concern generating.`);
  }
  if (input === undefined && !Object.hasOwn(settings, "input")) faults.push("`input` is missing.");
  if (input !== undefined && faults.length === 0) return { input, options };
  throw new TypeError(`generateServer: ${faults.join(" ")}`);
}

type DocumentOption = keyof typeof textNames;

/** Names by which messages call documents that are given as texts. */
const textNames = {
  input: "document.yaml",
  routes: "routes.yaml",
  overlay: "overlay.yaml",
} as const;

/** Replaces texts by names of documents, and URLs by their texts. */
function namedDocument(
  value: unknown,
  option: DocumentOption,
  cwd: string,
  inline: InlineDocuments,
): unknown {
  if (value instanceof URL) return value.href;
  if (option === "overlay" && Array.isArray(value)) {
    return value.map((each) => namedDocument(each, option, cwd, inline));
  }
  if (typeof value !== "string" || !/^\s*\{|[\r\n]/.test(value)) return value;
  return path.relative(cwd, inline.addText(path.join(cwd, textNames[option]), value));
}
