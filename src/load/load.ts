import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic, Place } from "../diagnostics/diagnostic.js";
import { displayFile } from "../diagnostics/display.js";
import { nearest } from "../diagnostics/nearest.js";
import { isProse, scalar } from "./file-rules.js";
import { createLineIndex } from "./line-column.js";
import { isObject } from "./object.js";
import type { Overlay } from "./overlay/overlay.js";
import { parseSource } from "./parse.js";
import type { Parsed } from "./parsed.js";
import { createPolicy, folderUrl, type Policy, type PolicyOptions } from "./policy.js";
import type { GuardedReadResult, ReadResult } from "./read-bytes.js";
import { createReader, type Reader, type ReaderOptions } from "./reader.js";
import { ReferenceWalk } from "./references/external-references.js";
import { createIdentities, locationOf } from "./references/identity.js";
import type { Refusal, Source, Sources, SourceText } from "./source.js";

export interface LoadOptions extends PolicyOptions, ReaderOptions {
  /** Applied in order to the input's own file, before the files that it refers to are read. */
  readonly overlays?: readonly Overlay[];
}

export interface LoadResult {
  /** Absent if the input itself can't be used. */
  readonly sources?: Sources;
  /** Maps a place in the overlaid document to where its value was written. Absent without overlays. */
  readonly placeOf?: (place: Place) => Place;
  /** The texts that diagnostics point into, even if the input can't be used. */
  readonly files: ReadonlyMap<string, SourceText>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Maximum number of files, which bounds what a server on the web can make us fetch. */
const maxFiles = 20_000;

/**
 * Reads an OpenAPI document and every file that it refers to.
 *
 * @param input - a path, a `file:` or `http(s):` URL, or `-` for standard input
 * @returns the parsed files, or `input-unreadable`, `input-too-large`, `syntax` and `duplicate-key` errors; external
 * files that can't or must not be read are in `sources.refused`
 * @see OpenAPI 3.2, Security Considerations: Handling External Resources
 */
export async function loadSources(input: string, options: LoadOptions): Promise<LoadResult> {
  const reader = createReader(input, options);
  const root = await reader.readInput();
  if (root.kind === "unreadable") return failed(root.problem, root.tooLarge);
  const url = root.url ?? reader.inputUrl;
  const { file, source, diagnostics: faults } = parseSource(url, root.text);
  const files = new Map([[url, file]]);
  if (source === undefined) return { files, diagnostics: faults };
  const base = source.url === "stdin:" ? folderUrl(options.cwd) : undefined;
  const overlaid = options.overlays?.length
    ? await (
        await import("./overlay/apply-overlays.js")
      ).applyOverlays(source, options.overlays, base)
    : undefined;
  if (overlaid && !overlaid.root) {
    return { files, diagnostics: [...faults, ...overlaid.diagnostics] };
  }
  const { sources, diagnostics } = await readReferences(
    overlaid?.root ?? source,
    defined({ base, reach: options.allowInternal ? "any" : root.reach }),
    reader,
    options,
  );
  const placeOf =
    overlaid &&
    ((place: Place): Place =>
      place.file === source.url && place.offset === undefined
        ? overlaid.placeOf(place.pointer)
        : place);
  return {
    sources,
    ...defined({ placeOf }),
    files: sources.files,
    diagnostics: [...faults, ...(overlaid?.diagnostics ?? []), ...diagnostics],
  };

  function failed(problem: string, tooLarge?: true): LoadResult {
    const name = input === "-" ? "Standard input" : displayFile(reader.inputUrl, options.cwd);
    return {
      files: new Map(),
      diagnostics: [
        {
          code: tooLarge ? "input-too-large" : "input-unreadable",
          severity: "error",
          message: `${name} ${problem}.`,
          ...defined({ hint: nearFile(reader.inputUrl, problem) }),
        },
      ],
    };
  }
}

/** Returns a hint to the file of the same folder that a missing one most likely means. */
function nearFile(url: string, problem: string): string | undefined {
  if (!url.startsWith("file:") || problem !== "does not exist") return undefined;
  try {
    const file = fileURLToPath(url);
    const names = readdirSync(path.dirname(file)).filter((name) => !name.startsWith("."));
    const near = nearest(path.basename(file), names.slice(0, maxNames));
    return near === undefined ? undefined : `Did you mean ${near}?`;
  } catch {
    return undefined;
  }
}

/** Maximum number of files that a missing one is compared with. */
const maxNames = 1_000;

async function readReferences(
  root: Source,
  { base, reach }: Pick<Sources, "base" | "reach">,
  reader: Reader,
  options: LoadOptions,
): Promise<{ sources: Sources; diagnostics: readonly Diagnostic[] }> {
  const files = new Map([[root.url, root]]);
  const refused = new Map<string, Refusal>();
  const diagnostics: Diagnostic[] = [];
  const identities = createIdentities(base);
  identities.add(root);
  const walk = new ReferenceWalk(files, identities);
  walk.start(root);
  let policy: Policy | undefined;
  for (let needed = walk.takeNeeded(); needed.length > 0; needed = walk.takeNeeded()) {
    policy ??= createPolicy(locationOf(root.url, base), options);
    const results = await reader.readAll(needed, policy, base);
    for (const [index, { url }] of needed.entries()) {
      const read = files.size + refused.size > maxFiles ? tooMany : results[index];
      if (read === undefined) continue;
      const parsed = read.kind === "text" ? parseReferenced(url, read) : undefined;
      if (parsed?.source === undefined || !isUsable(parsed.source)) {
        refused.set(url, refusalOf(read, parsed));
        continue;
      }
      diagnostics.push(...parsed.diagnostics);
      files.set(url, parsed.source);
      identities.add(parsed.source);
      walk.resume(parsed.source);
    }
    options.onProgress?.(`Read ${files.size} files`);
  }
  const sources = { root, files, refused, ...defined({ base, reach }) };
  return { sources, diagnostics };
}

type ReadText = ReadResult & { readonly kind: "text" };

const tooMany = {
  kind: "refused",
  refusal: {
    code: "ref-unreadable",
    message: `is not read: the document consists of more than ${maxFiles} files`,
  },
} as const satisfies GuardedReadResult;

/**
 * A Markdown or text file, which a description may refer to, is its own value. So is any other listed file that holds
 * neither a map nor a list; a file that is not listed must.
 */
function parseReferenced(url: string, { text, isListed, url: end = url }: ReadText): Parsed {
  if (isProse(new URL(url).pathname)) return asText(url, text);
  const parsed = parseSource(url, text);
  if (isListed) return isObject(parsed.source?.value) ? parsed : asText(url, text);
  const location = end === url ? undefined : end;
  const source = parsed.source && {
    ...parsed.source,
    isReferenced: true as const,
    ...defined({ location }),
  };
  return { ...parsed, ...defined({ source }) };
}

function isUsable({ format, value }: Source): boolean {
  return format === "text" || isObject(value);
}

function asText(url: string, text: string): Parsed {
  const file: SourceText = { url, text, format: "text", isReferenced: true };
  return { file, source: { ...file, value: text }, diagnostics: [] };
}

/** Never quotes the file's content, which the document may have no right to read. */
function refusalOf(result: GuardedReadResult, parsed: Parsed | undefined): Refusal {
  if (result.kind === "refused") return result.refusal;
  if (result.kind === "unreadable") {
    return { code: "ref-unreadable", message: `points to a file that ${result.problem}` };
  }
  if (parsed?.source) return scalar;
  const offset = parsed?.diagnostics[0]?.place?.offset;
  const place = offset === undefined ? undefined : createLineIndex(result.text).at(offset);
  const where = place ? ` (line ${place.line}, column ${place.column})` : "";
  return {
    code: "ref-unreadable",
    message: `points to a file that is neither valid JSON nor YAML${where}`,
  };
}
