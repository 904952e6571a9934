import path from "node:path";
import { escapeHidden } from "../../../runtime/contract/hidden-characters.js";
import { printError } from "../../../runtime/protocol/terminal/print.js";
import type { Diagnostic, LocatedDiagnostic } from "../../diagnostics/diagnostic.js";
import type { ClientMethod } from "../../emit/client/client-view.js";
import type { Options } from "../../options/table.js";
import { writeOutput, type Outcome } from "../../output/write-output.js";
import { printDiagnostics } from "../report.js";
import { readTarget, type Target } from "../target/read-target.js";
import { UsageError } from "../usage-error.js";
import { refuseCombinations } from "../refuse-combinations.js";
import {
  clientFolder,
  clientOfDocument,
  clientOfServer,
  clientOfSnapshot,
  type Client,
} from "./read-client.js";

/**
 * Runs `client`: writes a typed client of a server. Resolves to false if the document or the server can't be used, or
 * `--check` found a difference.
 *
 * @param given the document, URL or command; undefined without one
 * @param words the words after `--`
 * @throws UsageError for options that can't be combined
 */
export async function runClient(
  given: string | undefined,
  words: readonly string[],
  options: Options,
): Promise<boolean> {
  refuseCombinations(options);
  const { client, diagnostics } = await readClient(given, words, options);
  const outcome =
    client &&
    (await writeOutput(
      client.files,
      {
        out: clientFolder(client.view, options),
        className: client.view.className,
        cwd: process.cwd(),
      },
      options,
    ));
  const all: readonly (LocatedDiagnostic | Diagnostic)[] = [
    ...diagnostics,
    ...(outcome?.diagnostics ?? []),
  ];
  printDiagnostics(all, options);
  if (!client || !outcome?.ok) return false;
  if (!options.quiet) printError(closing(client, outcome, options));
  return true;
}

function readClient(
  given: string | undefined,
  words: readonly string[],
  options: Options,
): Promise<{
  readonly client?: Client;
  readonly diagnostics: readonly LocatedDiagnostic[];
}> {
  if (given === undefined && words.length === 0 && options.snapshot !== undefined) {
    return clientOfSnapshot(options.snapshot, options);
  }
  const target: Target = readTarget(given, words);
  if (target.kind !== "document") return clientOfServer(target, options);
  if (options.snapshot !== undefined) {
    throw new UsageError("--snapshot is for servers that list what they have, not for documents.");
  }
  return clientOfDocument(target.spec, options);
}

function closing({ view }: Client, { out, plan }: Outcome, options: Options): string {
  if (!plan) return "";
  const shownOut = escapeHidden(out);
  const folder = path.resolve(out) === process.cwd() ? "This folder" : shownOut;
  const summary = `${view.className}: ${countOf(view.methods)}.\n`;
  if (options.check) return `${folder} is up to date.\n${summary}`;
  const touched = plan.steps.filter((step) => step.action !== "unchanged");
  if (options["dry-run"]) {
    const lines = touched.map(
      (step) => `would ${step.action} ${escapeHidden(path.join(out, step.path))}\n`,
    );
    return `${lines.join("")}${summary}`;
  }
  if (!plan.changed) return `${folder} is up to date, nothing was written.\n${summary}`;
  return `Wrote ${touched.length} ${touched.length === 1 ? "file" : "files"} to ${shownOut}.\n${summary}`;
}

/** `16 tools, 9 resources, 1 prompt` */
function countOf(methods: readonly ClientMethod[]): string {
  const kinds = new Map<string, number>();
  for (const { calls } of methods) {
    const kind = calls.slice(0, calls.indexOf(" ")).replace("searchable", "tool");
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const parts = [...kinds].map(([kind, count]) => `${count} ${kind}${count === 1 ? "" : "s"}`);
  return parts.join(", ") || "no methods";
}
