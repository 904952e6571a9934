import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Node } from "../load/source.js";
import { readBody, readResponses } from "./body-and-responses.js";
import type { LostPath, NormalOperation, NormalParameter } from "./document.js";
import { child, join, problem, type JsonObject } from "./node.js";
import { readParameter } from "./parameter.js";
import { memberOf, readPathItem, slotsOf, type PathItem, type Slot } from "./path-item.js";
import {
  asWarning,
  elementsOf,
  extensionsOf,
  follow,
  textIn,
  textsIn,
  flagIn,
  type Reading,
} from "./reading.js";
import { swaggerOperationServers } from "./swagger-document.js";
import {
  readSwaggerBody,
  readSwaggerParameters,
  type SwaggerParameters,
} from "./swagger-parameter.js";

/**
 * Reads the operations of `paths`, in document order. Ignores callbacks and webhooks, which are requests that the API
 * itself sends.
 *
 * @see OpenAPI 3.2 Paths Object, Path Item Object
 */
export function readPaths(
  reading: Reading,
  root: Node<JsonObject>,
): {
  readonly operations: readonly NormalOperation[];
  readonly lostPaths: readonly LostPath[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const operations: NormalOperation[] = [];
  const lostPaths: LostPath[] = [];
  const diagnostics: Diagnostic[] = [];
  const written = child(root, "paths");
  const paths = written === undefined ? undefined : follow(reading, written, diagnostics);
  if (paths === undefined) return { operations, lostPaths, diagnostics };

  for (const key of Object.keys(paths.value)) {
    if (key.startsWith("x-")) continue;
    const node = { value: paths.value[key], file: paths.file, pointer: join(paths.pointer, key) };
    const read = readPathItem(reading, node);
    if (!read.ok) lostPaths.push({ path: key, problem: read.problem });
    else {
      const route = slashed(key, node, diagnostics);
      operations.push(...operationsOf(reading, route, read.item, diagnostics));
    }
  }
  return { operations, lostPaths, diagnostics };
}

/** Adds a missing slash, because a path is appended to the server's URL and could change its host without one. */
function slashed(path: string, node: Node, diagnostics: Diagnostic[]): string {
  if (path.startsWith("/")) return path;
  diagnostics.push(
    problem(
      "warning",
      "invalid-object",
      node,
      `The path ${JSON.stringify(path)} does not start with a slash; it is read as ${JSON.stringify(`/${path}`)}.`,
    ),
  );
  return `/${path}`;
}

function operationsOf(
  reading: Reading,
  path: string,
  item: PathItem,
  diagnostics: Diagnostic[],
): NormalOperation[] {
  const slots = slotsOf(reading, item, diagnostics);
  if (slots.length === 0) return [];
  const problems: Diagnostic[] = [];
  const list = memberOf(item, "parameters");
  const shared = readParameters(reading, list, problems);
  const extensions = item.reduceRight<JsonObject>(
    (beneath, node) => extensionsOf(node.value, beneath),
    {},
  );
  const servers = serversIn(reading, memberOf(item, "servers"), problems);
  const summary = memberOf(item, "summary")?.value;
  const description = memberOf(item, "description")?.value;
  return slots.map((slot) => {
    const faults: Diagnostic[] = [...problems];
    if (slot.problem !== undefined) faults.push(slot.problem);
    const node = follow(reading, slot.node, faults);
    const operation =
      node === undefined
        ? emptyOperation(slot, path)
        : readOperation(reading, slot.method, path, node, shared, extensions, faults);
    return {
      // @see OpenAPI 3.2 Path Item Object, `summary`: intended to apply to all operations in this path.
      ...defined({
        summary: typeof summary === "string" ? summary : undefined,
        description: typeof description === "string" ? description : undefined,
        servers,
      }),
      ...operation,
      problems: faults,
    };
  });
}

function emptyOperation(slot: Slot, path: string): NormalOperation {
  return {
    method: slot.method,
    path,
    node: { value: {}, file: slot.node.file, pointer: slot.node.pointer },
    deprecated: false,
    tags: [],
    extensions: {},
    pathParameters: [],
    parameters: [],
    responses: [],
    problems: [],
  };
}

function readOperation(
  reading: Reading,
  method: string,
  path: string,
  node: Node<JsonObject>,
  shared: SwaggerParameters,
  extensions: JsonObject,
  problems: Diagnostic[],
): NormalOperation {
  const parameters = readParameters(reading, child(node, "parameters"), problems);
  const bodyNode = child(node, "requestBody");
  const body =
    reading.version === "2.0"
      ? readSwaggerBody(
          reading,
          parameters,
          shared,
          textsIn(node, "consumes") ?? reading.consumes,
          problems,
        )
      : bodyNode && readBody(reading, bodyNode);
  const operationId = textIn(reading, node, "operationId", problems);
  const summary = textIn(reading, node, "summary", problems);
  const description = textIn(reading, node, "description", problems);
  const security = child(node, "security");
  const servers =
    reading.version === "2.0"
      ? swaggerOperationServers(reading.root, node)
      : serversIn(reading, child(node, "servers"), problems);
  return {
    method,
    path,
    node,
    ...defined({
      operationId: operationId !== undefined && operationId !== "" ? operationId : undefined,
      summary,
      description,
    }),
    deprecated: flagIn(node, "deprecated", problems) ?? false,
    tags: textsIn(node, "tags") ?? [],
    extensions: extensionsOf(node.value, extensions),
    pathParameters: shared.parameters,
    parameters: parameters.parameters,
    ...defined({ body }),
    responses: readResponses(reading, node, problems),
    ...defined({ security, servers }),
    problems,
  };
}

function readParameters(
  reading: Reading,
  list: Node | undefined,
  problems: Diagnostic[],
): SwaggerParameters {
  const nodes = elementsOf(reading, list, problems);
  if (reading.version === "2.0") return readSwaggerParameters(reading, nodes, problems);
  const parameters = nodes.map((node): NormalParameter => readParameter(reading, node));
  return { parameters, form: [], bodies: [] };
}

/** Returns Server Objects; leaves out invalid ones with a warning. */
export function serversIn(
  reading: Reading,
  list: Node | undefined,
  problems: Diagnostic[],
): readonly Node<JsonObject>[] | undefined {
  if (list === undefined || reading.version === "2.0") return undefined;
  const servers: Node<JsonObject>[] = [];
  const faults: Diagnostic[] = [];
  for (const element of elementsOf(reading, list, faults)) {
    const server = follow(reading, element, faults);
    if (server !== undefined) servers.push(server);
  }
  for (const fault of faults) problems.push(asWarning(fault));
  return servers.length > 0 ? servers : undefined;
}
