import { connectionHeaders, ignoredHeaders } from "../../runtime/contract/reserved-headers.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { NormalOperation, NormalParameter } from "../normalise/document.js";
import { problem } from "../normalise/node.js";
import type { Parameter } from "./model.js";
import type { PartReader, ReadPart } from "./parts.js";

/**
 * Reads the parameters of an operation: those of its path item and its own, merged by name and location. The path
 * parameters are made to match the path template.
 *
 * @see OpenAPI 3.2 Operation Object, `parameters`; Path Templating
 */
export function readParameters(
  parts: PartReader,
  operation: NormalOperation,
  problems: Diagnostic[],
): readonly ReadPart<Parameter>[] {
  const inPath = new Set([...operation.path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!));
  const result: ReadPart<Parameter>[] = [];
  for (const parameter of mergeParameters(operation, problems)) {
    const ignored = parameter.in === "header" ? ignoredHeader(parameter) : undefined;
    if (ignored !== undefined) {
      problems.push(ignored);
    } else if (parameter.in === "path" && !inPath.delete(parameter.name)) {
      const message = `The path ${operation.path} has no {${parameter.name}}; the parameter is left out.`;
      problems.push(problem("warning", "path-parameter-unused", parameter.place, message));
    } else {
      result.push(parts.parameter(parameter));
    }
  }
  for (const name of inPath) {
    const message = `No parameter declares the {${name}} of ${operation.method} ${operation.path}; a required string is assumed.`;
    problems.push(problem("warning", "path-parameter-undeclared", operation.node, message));
    result.push({ value: undeclaredParameter(name, operation), problems: [], schemas: [] });
  }
  return result;
}

function mergeParameters(
  operation: NormalOperation,
  problems: Diagnostic[],
): Iterable<NormalParameter> {
  const merged = new Map<string, NormalParameter>();
  for (const list of [operation.pathParameters, operation.parameters]) {
    const seen = new Set<string>();
    for (const parameter of list) {
      const key = keyOf(parameter);
      if (seen.has(key) && parameter.name !== "") {
        const message = `The ${parameter.in} parameter "${parameter.name}" is declared twice; the last one counts.`;
        problems.push(problem("warning", "invalid-object", parameter.place, message));
      }
      seen.add(key);
      merged.set(key, parameter);
    }
  }
  return merged.values();
}

/** Returns the problem if a header can't be a parameter. */
function ignoredHeader({ name, place }: NormalParameter): Diagnostic | undefined {
  if (ignoredHeaders.has(name.toLowerCase())) {
    const message = `The header parameter "${name}" is ignored: OpenAPI describes this header by media types and security.`;
    return problem("info", "parameter-ignored", place, message);
  }
  if (connectionHeaders.has(name.toLowerCase())) {
    const message = `The header "${name}" is set by the HTTP connection; the parameter is left out.`;
    return problem("info", "parameter-ignored", place, message);
  }
  if (name === "" || isToken(name)) return undefined;
  const message = `${JSON.stringify(name)} is not a valid header name; the parameter is left out.`;
  return problem("warning", "parameter-ignored", place, message);
}

/** @see RFC 9110 section 5.6.2 */
function isToken(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

/** Returns the key that parameters are merged by. Header names ignore case. */
function keyOf({ in: location, name, place }: NormalParameter): string {
  // A parameter that could not be read has no name.
  if (name === "") return `${place.file}#${place.pointer}`;
  return `${location} ${location === "header" ? name.toLowerCase() : name}`;
}

function undeclaredParameter(name: string, { node }: NormalOperation): Parameter {
  return {
    name,
    in: "path",
    required: true,
    deprecated: false,
    style: "simple",
    explode: false,
    allowReserved: false,
    allowEmptyValue: false,
    schema: { type: "string" },
    place: { file: node.file, pointer: node.pointer },
  };
}
