import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Node } from "../load/source.js";
import { readBody, readResponses } from "./body-and-responses.js";
import type { LostPath, NormalOperation, NormalParameter } from "./document.js";
import { child, isObjectNode, join, misshapen, problem, type JsonObject } from "./node.js";
import { readParameter } from "./parameter.js";
import {
  asWarning,
  elementsOf,
  entriesIn,
  extensionsOf,
  follow,
  isReference,
  textIn,
  textsIn,
  flagIn,
  type Reading,
} from "./reading.js";
import {
  readSwaggerBody,
  readSwaggerParameters,
  type SwaggerParameters,
} from "./swagger-parameter.js";

const swaggerMethods = ["get", "put", "post", "delete", "options", "head", "patch"];

/** The fixed fields of a Path Item Object that are operations. */
const methods = {
  "2.0": new Set(swaggerMethods),
  "3.0": new Set([...swaggerMethods, "trace"]),
  "3.1": new Set([...swaggerMethods, "trace"]),
  "3.2": new Set([...swaggerMethods, "trace", "query"]),
} as const satisfies Record<Reading["version"], ReadonlySet<string>>;

/**
 * The operations of `paths`, in document order. Callbacks and webhooks are requests that the API makes itself: they
 * are no operations.
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
    const item = pathItemAt(reading, node);
    if ("code" in item) lostPaths.push({ path: key, problem: item });
    else {
      const route = slashed(key, node, diagnostics);
      operations.push(...operationsOf(reading, route, item, diagnostics));
    }
  }
  return { operations, lostPaths, diagnostics };
}

/** Paths are appended to the server's URL: without a slash one could change its host. */
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

/**
 * A path item and what its `$ref` leads to: a member is looked up in the first that has it.
 *
 * OpenAPI leaves it open what members beside `$ref` mean; like everywhere else, the nearer one wins.
 */
type PathItem = readonly Node<JsonObject>[];

function pathItemAt(reading: Reading, written: Node): PathItem | Diagnostic {
  const item: Node<JsonObject>[] = [];
  const seen = new Set<string>();
  let node = written;
  for (;;) {
    if (!isObjectNode(node)) {
      return misshapen(node, "an object", item.length > 0 ? "ref-wrong-kind" : "invalid-object");
    }
    item.push(node);
    seen.add(`${node.file}#${node.pointer}`);
    if (!isReference(node.value)) return item;
    const next = reading.resolver.resolve(node.value.$ref, node);
    if (!next.ok) return next.problem;
    if (seen.has(`${next.node.file}#${next.node.pointer}`)) {
      return problem("error", "ref-cycle", written, "The path item's $ref leads back to itself.");
    }
    node = next.node;
  }
}

function member(item: PathItem, key: string): Node | undefined {
  for (const node of item) {
    const found = child(node, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Slot {
  readonly method: string;
  readonly node: Node;
  readonly problem?: Diagnostic;
}

/** Fields that are operations in some versions. */
const everyOperation: ReadonlySet<string> = new Set(["trace", "query", "additionalOperations"]);

function slotsOf(reading: Reading, item: PathItem, diagnostics: Diagnostic[]): readonly Slot[] {
  const slots = new Map<string, Slot>();
  const known: ReadonlySet<string> = methods[reading.version];
  for (const node of item) {
    for (const key of Object.keys(node.value)) {
      const at = { value: node.value[key], file: node.file, pointer: join(node.pointer, key) };
      if (known.has(key)) {
        const method = key.toUpperCase();
        if (!slots.has(method)) slots.set(method, { method, node: at });
      } else if (key === "additionalOperations" && reading.version === "3.2") {
        for (const slot of additional(reading, node, known, diagnostics)) {
          if (!slots.has(slot.method)) slots.set(slot.method, slot);
        }
      } else if (everyOperation.has(key)) {
        const message = `${JSON.stringify(key)} is no operation in ${formatName(reading.version)}; it is left out.`;
        diagnostics.push(problem("warning", "invalid-object", at, message));
      }
    }
  }
  return [...slots.values()];
}

/** @see OpenAPI 3.2 Path Item Object, `additionalOperations`; RFC 9110 section 9.1 (method is a token) */
function additional(
  reading: Reading,
  item: Node<JsonObject>,
  known: ReadonlySet<string>,
  diagnostics: Diagnostic[],
): readonly Slot[] {
  const problems: Diagnostic[] = [];
  const slots = entriesIn(reading, item, "additionalOperations", problems).map(
    ([method, node]): Slot => {
      const wrong = known.has(method.toLowerCase())
        ? `has a field of its own: "${method.toLowerCase()}"`
        : method.toUpperCase() === "CONNECT"
          ? "asks for a tunnel, not for what is at a path, and can't be sent"
          : /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(method)
            ? undefined
            : "is no HTTP method";
      // A name that only repeats a fixed field must not take that field's place.
      return wrong === undefined
        ? { method, node }
        : {
            method: `additionalOperations.${method}`,
            node,
            problem: problem(
              "error",
              "invalid-object",
              node,
              `${JSON.stringify(method)} ${wrong}.`,
            ),
          };
    },
  );
  // It costs the operations it should have held, no others.
  for (const each of problems) diagnostics.push(asWarning(each));
  return slots;
}

function formatName(version: Reading["version"]): string {
  return version === "2.0" ? "Swagger 2.0" : `OpenAPI ${version}`;
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
  const list = member(item, "parameters");
  const shared = readParameters(reading, list, problems);
  const extensions = item.reduceRight<JsonObject>(
    (beneath, node) => extensionsOf(node.value, beneath),
    {},
  );
  const servers = serversIn(reading, member(item, "servers"), problems);
  const summary = member(item, "summary")?.value;
  const description = member(item, "description")?.value;
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
  const servers = serversIn(reading, child(node, "servers"), problems);
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

/** Server Objects; ones that are none are left out with a warning. */
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
