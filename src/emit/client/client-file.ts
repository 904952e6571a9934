import { commentLine, docComment } from "../comment.js";
import { moduleSpecifier, type FileContext } from "../file-context.js";
import { importStatement } from "../imports.js";
import { lineWidth } from "../literal.js";
import { plainText } from "../markdown.js";
import type { ClientMethod, ClientView } from "./client-view.js";

/** Returns `client.ts`: the class that a person reads and extends. */
export function clientFile(view: ClientView, context: FileContext): string {
  const { mainHeader, runtimeSpecifier, templates } = context;
  const { className, title, notes, methods } = view;
  const types = [...new Set(methods.flatMap((method) => method.types))].sort();
  const fromRuntime = new Set(
    methods.flatMap(({ options, runtimeTypes }) => [options, ...runtimeTypes]),
  );
  const own = new Set([className, ...types]);
  const nameOf = (name: string): string => (own.has(name) ? `Mcp${name}` : name);
  const specifier = (name: string): string => (own.has(name) ? `${name} as ${nameOf(name)}` : name);
  const imports = [
    importStatement(
      "import",
      [
        specifier("TypedClient"),
        ...[...fromRuntime].sort().map((name) => `type ${specifier(name)}`),
      ],
      runtimeSpecifier,
    ),
    ...(types.length > 0
      ? [importStatement("import type", types, moduleSpecifier("./types", context))]
      : []),
  ];
  return templates.render("client/client.ts", {
    header: mainHeader,
    imports: imports.join("\n"),
    className,
    base: nameOf("TypedClient"),
    title: commentLine(plainText(title)),
    notes: notes.map(commentLine),
    methods: methods
      .map((each) => renamed(each, nameOf))
      .map((method) => ({
        symbol: method.symbol,
        calls: commentLine(method.calls),
        doc: docComment(method.doc, 2).trimEnd(),
        parameters: parametersOf(method),
        output: method.output,
        call: callOf(method),
      })),
  });
}

/** A method whose runtime types have the names that they are imported by. */
type NamedMethod = Omit<ClientMethod, "options"> & { readonly options: string };

function renamed(method: ClientMethod, nameOf: (name: string) => string): NamedMethod {
  const output = method.runtimeTypes.reduce(
    (text, name) => text.replace(name, nameOf(name)),
    method.output,
  );
  return { ...method, output, options: nameOf(method.options) };
}

function parametersOf(method: NamedMethod): string {
  const { symbol, parameter, options, output } = method;
  const each = [
    ...(parameter
      ? [`${parameter.name}: ${parameter.type}${parameter.optional ? " = {}" : ""}`]
      : []),
    `options?: ${options}`,
  ];
  const line = `  ${symbol}(${each.join(", ")}): Promise<${output}> {`;
  return line.length <= lineWidth
    ? each.join(", ")
    : `\n${each.map((one) => `    ${one},\n`).join("")}  `;
}

/** Prints a call, broken where prettier would. */
function callOf({ call: [method, ...args] }: NamedMethod): string {
  const line = `${method}(${args.join(", ")})`;
  if (`    return this.calls.${line};`.length <= lineWidth) return line;
  return `${method}(\n${args.map((each) => `      ${each},\n`).join("")}    )`;
}
