import { searchToolNames } from "../../../runtime/contract/search-tool-names.js";
import { isReservedInClients } from "../../listed/name-methods.js";
import type { ApiModel } from "../../operations/model.js";
import type { Surface, SurfaceOperation } from "../../surface/model.js";
import { reserveName } from "../../surface/names/names.js";
import { commentLine } from "../comment.js";
import { exposedAs } from "../exposed-as.js";
import { headline } from "../headline.js";
import { stringLiteral } from "../literal.js";
import { declareTypes, type DeclaredTypes } from "../types/declare-types.js";
import { outputText, typeNamesOf } from "../types/operation-types.js";
import {
  isAllOptional,
  type ClientCall,
  type ClientMethod,
  type ClientView,
} from "./client-view.js";

/** Describes the client of the server that is generated from a document: its methods and types have the same names. */
export function viewOfSurface(surface: Surface, model: ApiModel): ClientView {
  const { api, operations, sourceName } = surface;
  const types = declareTypes(surface, model);
  const taken = new Set(types.declarations.map(({ name }) => name));
  const symbols = new Set(operations.map(({ symbol }) => symbol));
  return {
    className: reserveName(surface.className.replace(/(?:Server)?$/, "Client"), taken),
    name: api.name,
    sourceName,
    title: `${api.title} ${api.version}`,
    notes: [],
    methods: operations.map((operation) =>
      methodOf(operation, methodName(operation, symbols), types),
    ),
    declarations: types.declarations,
  };
}

function methodName({ symbol }: SurfaceOperation, symbols: ReadonlySet<string>): string {
  let name = symbol;
  while (isReservedInClients(name) || (name !== symbol && symbols.has(name))) name += "_";
  return name;
}

function methodOf(operation: SurfaceOperation, symbol: string, types: DeclaredTypes): ClientMethod {
  const { inputTypeName, inputMembers, facts } = operation;
  const line = commentLine(headline(operation));
  const optional = isAllOptional(inputMembers);
  const base = {
    symbol,
    doc: operation.source.deprecated ? [line, "@deprecated"] : [line],
    calls: exposedAs(operation),
    parameter: { name: "input", type: inputTypeName, optional },
  } as const;
  const { expose } = facts;
  switch (expose.as) {
    case "resource": {
      const { parameter: _, ...rest } = base;
      const uri = stringLiteral(expose.uri);
      return { ...rest, ...contents, types: [], call: ["resource", uri, "options"] };
    }
    case "template": {
      const template = stringLiteral(expose.uriTemplate);
      const call: ClientCall = ["template", template, "input", "options"];
      return { ...base, ...contents, types: [inputTypeName], call };
    }
    case "tool":
      return { ...base, ...toolCall(operation, types, expose.name, "input") };
    case "searchable": {
      const input = `{ name: ${stringLiteral(expose.name)}, arguments: input }`;
      return { ...base, ...toolCall(operation, types, searchToolNames.call, input) };
    }
  }
}

const contents = {
  options: "ListOptions",
  output: "readonly ResourceContents[]",
  runtimeTypes: ["ResourceContents"],
} as const;

/** How a call of the tool becomes the value that the operation's method of the server returns. */
function toolCall(
  operation: SurfaceOperation,
  types: DeclaredTypes,
  tool: string,
  input: string,
): Pick<ClientMethod, "options" | "output" | "runtimeTypes" | "types" | "call"> {
  const { output, facts, inputTypeName } = operation;
  const options = "CallOptions";
  const name = stringLiteral(tool);
  if (output.kind === "unknown") {
    return {
      options,
      output: "readonly ContentBlock[]",
      runtimeTypes: ["ContentBlock"],
      types: [inputTypeName],
      call: ["content", name, input, "options"],
    };
  }
  const isStructured = facts.output !== undefined && facts.expose.as === "tool";
  const form =
    output.kind === "schema"
      ? isStructured
        ? facts.wrapIn
        : "json"
      : output.kind === "void"
        ? "nothing"
        : output.kind;
  return {
    options,
    output: outputText(operation, types),
    runtimeTypes: output.kind === "media" ? ["Media"] : [],
    types: [inputTypeName, ...typeNamesOf(operation, types)],
    call:
      form === undefined
        ? ["structured", name, input, "options"]
        : ["value", name, `"${form}"`, input, "options"],
  };
}
