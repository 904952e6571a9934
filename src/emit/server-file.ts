import type { Surface, SurfaceOperation } from "../surface/model.js";
import { commentLine, docComment } from "./comment.js";
import type { DeclaredTypes } from "./types/declare-types.js";
import { exposedAs } from "./exposed-as.js";
import { moduleSpecifier, type FileContext } from "./file-context.js";
import { headline } from "./headline.js";
import { importOf, importStatement } from "./imports.js";
import { lineWidth, printMember } from "./literal.js";
import { codeSpan, plainText } from "./markdown.js";
import type { ViewOf } from "./templates/template-model.js";
import { importTypes, outputText, usesMedia } from "./types/operation-types.js";

const longLine = new RegExp(`^.{${lineWidth + 1},}$`, "gm");
const methodHead = /^( {2}[\w$]+)\((input: [\w$]+), (ctx: CallContext)\)(: Promise<.*> \{)$/;
const registration =
  /^( {4}(?:void )?mcp\.add\(operations\.[\w$]+, \(input, ctx\) =>) (this\.[\w$]+\(input, ctx\))\);$/;

/** A class below `server/` that another extends. */
export interface BaseClass {
  readonly className: string;
  /** Name of its file, without extension. */
  readonly name: string;
}

/**
 * Returns `server.ts`: the class that a person reads and extends.
 *
 * @param base the class that has the methods, if the server itself has none
 */
export function serverFile(
  surface: Surface,
  types: DeclaredTypes,
  context: FileContext,
  base?: BaseClass,
): string {
  const { mainHeader, runtimeSpecifier, templates } = context;
  const { api, className } = surface;
  const operations = base ? [] : surface.operations;
  const some = operations.length > 0;
  const fromRuntime = [
    "OpenApiServer",
    "type Api",
    ...(some ? ["type CallContext"] : []),
    ...(usesMedia(operations) ? ["type Media"] : []),
    ...(some ? ["type Registrar"] : []),
  ];
  const importOperations = `import * as operations from "${moduleSpecifier("./operations", context)}";`;
  const imports = [
    base
      ? importStatement("import type", ["Api"], runtimeSpecifier)
      : importStatement("import", fromRuntime, runtimeSpecifier),
    ...(some || (base && hasTables(surface)) ? [importOperations] : []),
    ...(base ? [importOf(base.className, moduleSpecifier(`./server/${base.name}`, context))] : []),
    ...(some ? [importTypes(operations, types, moduleSpecifier("./types", context))] : []),
  ];
  const text = templates.render("server.ts", {
    header: mainHeader,
    imports: imports.join("\n"),
    className,
    base: base?.className ?? "OpenApiServer",
    about: base
      ? "Its methods are in `server/`, by the first words of their operations' tags."
      : "",
    title: commentLine(plainText(`${api.title} ${api.version}`)),
    api: apiMembers(surface, context),
    operations: methodViews(operations, types),
  });
  return breakLongLines(text);
}

/** Returns what a template needs to print the methods of operations. */
export function methodViews(
  operations: readonly SurfaceOperation[],
  types: DeclaredTypes,
): ViewOf<"server.ts">["operations"] {
  return operations.map((operation) => ({
    symbol: operation.symbol,
    request: commentLine(codeSpan(operation.source.key)),
    exposedAs: commentLine(exposedAs(operation)),
    doc: methodDoc(operation),
    input: operation.inputTypeName,
    output: outputText(operation, types),
  }));
}

function hasTables({ api: { inputSchemas = {}, outputSchemas = {} } }: Surface): boolean {
  return Object.keys(inputSchemas).length + Object.keys(outputSchemas).length > 0;
}

function apiMembers({ api, operations }: Surface, context: FileContext): readonly string[] {
  const { inputSchemas, outputSchemas, wholeInputs, ...facts } = api;
  const members = Object.entries(facts).map(([name, value]) => printMember(name, value, 4));
  for (const [name, table] of Object.entries({ inputSchemas, outputSchemas })) {
    const isUsed = operations.length > 0 && Object.keys(table ?? {}).length > 0;
    if (isUsed) members.push(`${name}: operations.${name}`);
  }
  if (wholeInputs) {
    members.push(`wholeInputs: () => import("${moduleSpecifier("./whole-inputs", context)}")`);
  }
  return members;
}

function methodDoc(operation: SurfaceOperation): string {
  const lines = [commentLine(headline(operation))];
  if (operation.source.deprecated) lines.push("@deprecated");
  return docComment(lines, 2).trimEnd();
}

/** Breaks the lines that hold names of any length, where prettier would. */
export function breakLongLines(text: string): string {
  return text.replace(longLine, (line) =>
    line
      .replace(methodHead, "$1(\n    $2,\n    $3,\n  )$4")
      .replace(registration, "$1\n      $2,\n    );"),
  );
}
