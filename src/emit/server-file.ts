import type { Surface, SurfaceOperation } from "../surface/model.js";
import { commentLine, docComment } from "./comment.js";
import type { DeclaredTypes } from "./types/declare-types.js";
import { exposedAs } from "./exposed-as.js";
import { headline } from "./headline.js";
import { importStatement } from "./imports.js";
import { lineWidth, printMember } from "./literal.js";
import { codeSpan, plainText } from "./markdown.js";
import { importTypes, outputText, usesMedia } from "./types/operation-types.js";
import { render } from "./render.js";

/** `server.ts`: the class that a person reads and extends. */
export function serverFile(
  surface: Surface,
  types: DeclaredTypes,
  header: string,
  runtimeSpecifier: string,
): string {
  const { api, className, operations } = surface;
  const some = operations.length > 0;
  const fromRuntime = [
    "OpenApiServer",
    "type Api",
    ...(some ? ["type CallContext"] : []),
    ...(usesMedia(operations) ? ["type Media"] : []),
    ...(some ? ["type Registrar"] : []),
  ];
  const imports = [
    importStatement("import", fromRuntime, runtimeSpecifier),
    ...(some
      ? ['import * as operations from "./operations.js";', importTypes(operations, types)]
      : []),
  ];
  return render("server.ts", {
    header,
    imports: imports.join("\n"),
    className,
    title: commentLine(plainText(`${api.title} ${api.version}`)),
    api: apiMembers(surface),
    operations: operations.map((operation) => ({
      symbol: operation.symbol,
      request: commentLine(codeSpan(operation.source.key)),
      exposedAs: commentLine(exposedAs(operation)),
      doc: methodDoc(operation),
      signature: signature(operation, outputText(operation, types)),
      registration: registration(operation.symbol),
    })),
  });
}

function apiMembers({ api, operations }: Surface): readonly string[] {
  const { inputSchemas, outputSchemas, ...facts } = api;
  const members = Object.entries(facts).map(([name, value]) => printMember(name, value, 4));
  for (const [name, table] of Object.entries({ inputSchemas, outputSchemas })) {
    const isUsed = operations.length > 0 && Object.keys(table ?? {}).length > 0;
    if (isUsed) members.push(`${name}: operations.${name}`);
  }
  return members;
}

function methodDoc(operation: SurfaceOperation): string {
  const lines = [commentLine(headline(operation))];
  if (operation.source.deprecated) lines.push("@deprecated");
  return docComment(lines, 2).trimEnd();
}

function signature({ symbol, inputTypeName: input }: SurfaceOperation, output: string): string {
  const line = `${symbol}(input: ${input}, ctx: CallContext): Promise<${output}>`;
  if (line.length + 4 <= lineWidth) return line;
  return `${symbol}(\n    input: ${input},\n    ctx: CallContext,\n  ): Promise<${output}>`;
}

function registration(symbol: string): string {
  const head = `mcp.add(operations.${symbol}, (input, ctx) =>`;
  const call = `this.${symbol}(input, ctx)`;
  const line = `${head} ${call});`;
  return line.length + 4 <= lineWidth ? line : `${head}\n      ${call},\n    );`;
}
