import { begin } from "../../diagnostics/work.js";
import type { ListedPrompt } from "../../listed/listed-server.js";
import type { ListedEntry, ReadServer } from "../../listed/read-server.js";
import type { TemplateVariable } from "../../listed/template-variables.js";
import type { Schema } from "../../operations/model.js";
import type { Direction } from "../../surface/schema/directions.js";
import { commentLine, commentLines } from "../comment.js";
import { headlineOf } from "../headline.js";
import { stringLiteral } from "../literal.js";
import { codeSpan } from "../markdown.js";
import type { TypeDeclaration } from "../types/declare-types.js";
import { schemaDoc, schemaType, type TypeContext } from "../types/schema-type.js";
import { noMembers, type ObjectNode, type TypeNode } from "../types/type-node.js";
import { untangle } from "../types/untangle.js";
import { isAllOptional, type ClientMethod, type ClientView } from "./client-view.js";

const content = {
  output: "readonly ContentBlock[]",
  runtimeTypes: ["ContentBlock"],
} as const;
const contents = {
  output: "readonly ResourceContents[]",
  runtimeTypes: ["ResourceContents"],
} as const;

/** Describes the client of a server by the lists of the server. */
export function viewOfServer(read: ReadServer): ClientView {
  const { className, name, server, entries, furtherResources } = read;
  const types = declare(read);
  const further = `The server lists ${furtherResources} resources, too many for methods: read them with \`mcp.readResource\`.`;
  return {
    className,
    name,
    sourceName: server.name,
    title: server.title ?? server.name,
    notes: furtherResources > 0 ? [further] : [],
    methods: entries.map((entry) => methodOf(entry, types)),
    declarations: [...types.values()],
  };
}

type Types = ReadonlyMap<string, TypeDeclaration>;

/** Declares the types by name: the shared ones in the order of their names, then those of each method. */
function declare(read: ReadServer): Types {
  const { entries, schemas, typeNames } = read;
  const nameOf = (source: string): string | undefined => typeNames.get(source);
  const contextOf = (direction: Direction): TypeContext => ({ direction, schemas, nameOf });
  // A property that is only written is no part of an answer, but what two tools share is one type for both.
  const input = contextOf("input");
  const output = contextOf("output");
  const declared = new Map<string, TypeDeclaration>();
  const add = (source: string, context: TypeContext, fallback: readonly string[]): void => {
    const named = schemas.get(source);
    const name = nameOf(source);
    if (!named || name === undefined || declared.has(name)) return;
    begin(`writing the type ${name}`, named.place);
    const doc = schemaDoc(named.schema);
    const type = takesNothing(named.schema)
      ? noMembers
      : schemaType(named.schema, context, { depth: 0, around: [], name: source });
    declared.set(name, { name, doc: doc.length > 0 ? doc : fallback, type });
  };
  const ofTools = new Set(entries.flatMap(typesOfTool));
  const shared = [...typeNames].filter(([source]) => !ofTools.has(source)).sort(byTypeName);
  for (const [source] of shared) add(source, input, []);
  for (const entry of entries) {
    switch (entry.kind) {
      case "tool":
        add(entry.inputType, input, [`Arguments of \`${entry.symbol}\`.`]);
        if (entry.outputType === undefined) break;
        add(entry.outputType, output, [`Result of \`${entry.symbol}\`.`]);
        break;
      case "template": {
        if (entry.variables.length === 0) break;
        const doc = [`Variables of \`${entry.symbol}\`.`];
        const type = variablesType(entry.variables);
        declared.set(entry.inputType, { name: entry.inputType, doc, type });
        break;
      }
      case "prompt": {
        if (!entry.prompt.arguments) break;
        const doc = [`Arguments of \`${entry.symbol}\`.`];
        const type = argumentsType(entry.prompt.arguments);
        declared.set(entry.inputType, { name: entry.inputType, doc, type });
        break;
      }
      case "resource":
        break;
    }
  }
  const sound = untangle(new Map([...declared].map(([name, { type }]) => [name, type])));
  return new Map(
    [...declared].map(([name, each]) => [name, { ...each, type: sound.get(name) ?? each.type }]),
  );
}

/** Whether a tool takes no arguments. A schema that says only "an object" leaves open which. */
function takesNothing(schema: Schema): boolean {
  if (typeof schema === "boolean" || schema["type"] !== "object") return false;
  const { properties, additionalProperties: further, ...rest } = schema;
  const named = Object.keys((properties as object | undefined) ?? {});
  const isClosed = further === false || (further === undefined && properties !== undefined);
  const shapes = ["$ref", "allOf", "anyOf", "oneOf", "patternProperties", "required"];
  return named.length === 0 && isClosed && !shapes.some((keyword) => Object.hasOwn(rest, keyword));
}

function typesOfTool(entry: ListedEntry): readonly string[] {
  if (entry.kind !== "tool") return [];
  return entry.outputType === undefined ? [entry.inputType] : [entry.inputType, entry.outputType];
}

function byTypeName([, one]: readonly [string, string], [, other]: readonly [string, string]) {
  return one < other ? -1 : 1;
}

const text: TypeNode = { kind: "word", text: "string" };
const textOrNumber: TypeNode = {
  kind: "union",
  members: [text, { kind: "word", text: "number" }],
};

function variablesType(variables: readonly TemplateVariable[]): ObjectNode {
  return {
    kind: "object",
    members: variables.map(({ name, isList, isOptional }) => ({
      name,
      required: !isOptional,
      type: isList ? listOrOne : textOrNumber,
      doc: [],
    })),
  };
}

const listOrOne: TypeNode = {
  kind: "union",
  members: [...textOrNumber.members, { kind: "array", item: text }],
};

function argumentsType(given: NonNullable<ListedPrompt["arguments"]>): ObjectNode {
  return {
    kind: "object",
    members: given.map(({ name, description, required = false }) => ({
      name,
      required,
      type: text,
      doc: description === undefined ? [] : commentLines(description),
    })),
  };
}

function methodOf(entry: ListedEntry, types: Types): ClientMethod {
  const { symbol, key } = entry;
  const literal = stringLiteral(key);
  switch (entry.kind) {
    case "tool": {
      const { outputType } = entry;
      return {
        symbol,
        doc: docOf(entry.tool),
        calls: `tool ${codeSpan(key)}`,
        ...parameterOf("input", entry.inputType, types),
        options: "CallOptions",
        ...(outputType === undefined ? content : { output: outputType, runtimeTypes: [] }),
        types: outputType === undefined ? [entry.inputType] : [entry.inputType, outputType],
        call: [outputType === undefined ? "content" : "structured", literal, "input", "options"],
      };
    }
    case "resource":
      return {
        symbol,
        doc: docOf(entry.resource),
        calls: `resource ${codeSpan(key)}`,
        options: "ListOptions",
        ...contents,
        types: [],
        call: ["resource", literal, "options"],
      };
    case "template": {
      const isEmpty = entry.variables.length === 0;
      return {
        symbol,
        doc: docOf(entry.template),
        calls: `resource ${codeSpan(key)}`,
        ...(isEmpty ? {} : parameterOf("variables", entry.inputType, types)),
        options: "ListOptions",
        ...contents,
        types: isEmpty ? [] : [entry.inputType],
        call: isEmpty
          ? ["resource", literal, "options"]
          : ["template", literal, "variables", "options"],
      };
    }
    case "prompt": {
      const isEmpty = !entry.prompt.arguments;
      return {
        symbol,
        doc: docOf(entry.prompt),
        calls: `prompt ${codeSpan(key)}`,
        ...(isEmpty ? {} : parameterOf("args", entry.inputType, types)),
        options: "RequestOptions",
        output: "GetPromptResult",
        runtimeTypes: ["GetPromptResult"],
        types: isEmpty ? [] : [entry.inputType],
        call: ["prompt", literal, isEmpty ? "{}" : "args", "options"],
      };
    }
  }
}

function parameterOf(
  name: NonNullable<ClientMethod["parameter"]>["name"],
  type: string,
  types: Types,
): Pick<ClientMethod, "parameter"> {
  return { parameter: { name, type, optional: mayBeLeftOut(types.get(type)?.type) } };
}

/** Whether an empty object is a value of the type. */
function mayBeLeftOut(type: TypeNode | undefined): boolean {
  if (type?.kind === "word") return type.text === "unknown";
  return type?.kind === "object" && isAllOptional(type.members);
}

function docOf(entry: {
  readonly title?: string;
  readonly description?: string;
}): readonly string[] {
  const line = commentLine(headlineOf(entry.description ?? entry.title ?? ""));
  return line === "" ? [] : [line];
}
