import { escapeHidden } from "../../../runtime/contract/hidden-characters.js";
import { printError, printOutput } from "../../../runtime/protocol/terminal/print.js";
import { formatDiagnostic } from "../../diagnostics/format.js";
import { readSurface, type Generation } from "../../read-surface.js";
import type { Options } from "../../options/table.js";
import { formatCount } from "../../diagnostics/display.js";
import { loadTokenMeasure } from "../../surface/listing/tokens.js";
import { formatFindings } from "../findings-report.js";
import { findOperation } from "./explain-find.js";
import { explain, type Explanation } from "./explain-operation.js";
import { withProgress } from "../progress.js";
import { printDiagnostics } from "../report.js";
import { readStdin } from "../stdin.js";
import { textTable } from "../text-table.js";
import { UsageError } from "../usage-error.js";

/** Operations that are named to a user who named none. */
const mostNamed = 5;

/**
 * Runs `explain`: prints one operation, from the rule that matched to its request and result. Resolves to false if the
 * document can't be used or has no such operation.
 *
 * @param wanted An operationId, `GET /path`, or the name of a tool.
 * @throws UsageError that names some operations if none is wanted
 */
export async function runExplain(
  spec: string,
  wanted: string | undefined,
  options: Options,
): Promise<boolean> {
  const cwd = process.cwd();
  const generation = await withProgress(options, (onProgress) =>
    readSurface(spec, options, { cwd, readStdin, onProgress }),
  );
  const { quiet, verbose, json } = options;
  if (!generation.surface) {
    printDiagnostics(generation.diagnostics, { quiet, verbose });
  }
  if (!generation.model) return false;
  if (wanted === undefined) throw new UsageError(nameOne(spec, generation));
  const search = findOperation(generation, wanted);
  if (!search.ok) {
    const { near } = search;
    const hint =
      near.length > 0
        ? ` Did you mean ${near.join(", ")}?`
        : ` All operations are in: mcp-codegen list ${spec}`;
    printError(
      `mcp-codegen: ${escapeHidden(`${spec} has no operation ${JSON.stringify(wanted)}.${hint}`)}\n`,
    );
    return false;
  }
  const explanation = await explain(generation, search.found, loadTokenMeasure(), cwd);
  printOutput(json ? `${JSON.stringify(explanation, null, 2)}\n` : formatExplanation(explanation));
  return true;
}

/** Asks for an operation, and says which there are. */
function nameOne(spec: string, { model }: Generation): string {
  const names = [...(model?.operations ?? []), ...(model?.skipped ?? [])].map(
    ({ operationId, key }) => operationId ?? key,
  );
  const [first] = names;
  if (first === undefined) return `${spec} has no operation to explain.`;
  const rest = names.length - mostNamed;
  const more = rest > 0 ? ` and ${rest} more` : "";
  const quoted = JSON.stringify(first);
  return `Name an operation of ${spec}: ${names.slice(0, mostNamed).join(", ")}${more}. For example: mcp-codegen explain ${spec} ${/^[\w-]+$/.test(first) ? first : quoted}. All are in: mcp-codegen list ${spec}`;
}

export function formatExplanation(explanation: Explanation): string {
  const { operation, operationId, kind, name, because, decidedAt, listing, tokens } = explanation;
  const facts: (readonly [string, string | undefined])[] = [
    ["operation", operationId === undefined ? operation : `${operation} (${operationId})`],
    ["becomes", name === undefined ? kind : `${kind} ${name}`],
    ["because", decidedAt === undefined ? because : `${because} (${decidedAt})`],
    ["found by", listing === undefined ? undefined : `the search tools (${listing})`],
    ["tokens", tokens === undefined ? undefined : formatCount(tokens)],
    ["result", explanation.result],
  ];
  const lines = facts.flatMap(([label, text]) =>
    text === undefined ? [] : [`${label.padEnd(10)} ${escapeHidden(text)}\n`],
  );
  if (explanation.arguments.length > 0) {
    lines.push("\nArguments:\n", argumentTable(explanation));
  }
  if (explanation.furtherArguments !== undefined) {
    lines.push(`\nOther arguments travel as ${escapeHidden(explanation.furtherArguments)}.\n`);
  }
  if (explanation.preset) {
    lines.push(`\nPreset arguments: ${escapeHidden(JSON.stringify(explanation.preset))}\n`);
  }
  lines.push(...exampleLines(explanation));
  if (explanation.problems.length > 0) {
    lines.push("\nProblems:\n");
    lines.push(...explanation.problems.map((each) => `${formatDiagnostic(each)}\n`));
  }
  const findings = formatFindings(explanation.findings, true);
  if (findings !== "") lines.push(`\n${findings}`);
  return lines.join("");
}

function argumentTable({ arguments: all }: Explanation): string {
  return textTable(
    ["", "argument", "travels as"],
    all.map(({ name, required, place }) => [
      required ? "required" : "optional",
      escapeHidden(name),
      escapeHidden(place),
    ]),
  );
}

/** Formats the example. Keeps the line breaks of the command, which inside quotes are part of the request. */
function exampleLines({ example }: Explanation): readonly string[] {
  if (!example) return [];
  if ("reason" in example) return [`\nNo example: ${escapeHidden(example.reason)}\n`];
  const call = escapeHidden(JSON.stringify(example.arguments));
  const curl = example.curl.split("\n").map((line) => `${escapeHidden(line)}\n`);
  return [`\nFor example, the arguments ${call} are sent as:\n\n`, ...curl];
}
