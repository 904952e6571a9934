import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Node } from "../load/source.js";
import { readLinks } from "./links.js";
import type {
  NormalBody,
  NormalLink,
  NormalMediaType,
  NormalPart,
  NormalResponse,
} from "./document.js";
import { exactExample, readContent } from "./media-type.js";
import { child, isObjectNode, own, placeOf, problem, type JsonObject } from "./node.js";
import {
  asWarning,
  entriesIn,
  readShared,
  textIn,
  textsIn,
  flagIn,
  type Reading,
} from "./reading.js";

/** Reads a request body of OpenAPI 3.x. @see OpenAPI 3.2 Request Body Object */
export function readBody(reading: Reading, written: Node): NormalBody {
  return readShared<NormalBody>(
    reading,
    "body",
    written,
    (node) => {
      const problems: Diagnostic[] = [];
      const description = textIn(reading, node, "description", problems);
      const contents = readContent(reading, node, problems);
      if (contents.length === 0) {
        problems.push(
          problem(
            "warning",
            "invalid-object",
            node,
            "The request body has no media type; it is left out.",
          ),
        );
      }
      return {
        required: flagIn(node, "required", problems) ?? false,
        ...defined({ description }),
        contents,
        place: placeOf(node),
        problems,
      };
    },
    (node, problems) => ({ required: false, contents: [], place: placeOf(node), problems }),
  );
}

/** A response without its status, which others may share. */
interface ResponseContent extends NormalPart {
  readonly description?: string;
  readonly contents: readonly NormalMediaType[];
  readonly links: readonly NormalLink[];
}

/**
 * Reads the responses of an operation, in document order. Accepts the statuses `200`, `2XX` (in any case) and `default`;
 * leaves out anything else with a warning.
 *
 * @see OpenAPI 3.2 Responses Object, Response Object; Swagger 2.0 Response Object
 */
export function readResponses(
  reading: Reading,
  operation: Node<JsonObject>,
  problems: Diagnostic[],
): readonly NormalResponse[] {
  const responses: NormalResponse[] = [];
  const produces = textsIn(operation, "produces") ?? reading.produces;
  const broken: Diagnostic[] = [];
  const entries = entriesIn(reading, operation, "responses", broken);
  for (const fault of broken) problems.push(asWarning(fault));
  for (const [key, written] of entries) {
    if (key.startsWith("x-")) continue;
    const status = statusOf(key);
    if (status === undefined) {
      problems.push(
        problem(
          "warning",
          "invalid-object",
          written,
          `The response ${JSON.stringify(key.slice(0, 40))} is not a valid HTTP status; it is left out.`,
          "Valid statuses are 200, 2XX or default.",
        ),
      );
      continue;
    }
    const {
      place,
      problems: faults,
      description,
      contents,
      links,
    } = readShared<ResponseContent>(
      reading,
      reading.version === "2.0" ? `response ${produces.join()}` : "response",
      written.value === null ? { ...written, value: {} } : written,
      (node) => readResponse(reading, node, produces),
      (node, reasons) => ({ contents: [], links: [], place: placeOf(node), problems: reasons }),
    );
    responses.push({
      status,
      ...defined({ description }),
      contents,
      links,
      place,
      problems: faults,
    });
  }
  return responses;
}

function statusOf(key: string): string | undefined {
  const status = key.trim();
  if (/^[1-9]\d\d$/.test(status)) return status;
  if (/^[1-5][xX]{2}$/.test(status)) return status.toUpperCase();
  return status.toLowerCase() === "default" ? "default" : undefined;
}

function readResponse(
  reading: Reading,
  node: Node<JsonObject>,
  produces: readonly string[],
): ResponseContent {
  const problems: Diagnostic[] = [];
  const description = textIn(reading, node, "description", problems);
  const contents =
    reading.version === "2.0"
      ? swaggerContents(node, produces)
      : readContent(reading, node, problems);
  return {
    ...defined({ description }),
    contents,
    links: reading.version === "2.0" ? [] : readLinks(reading, node, problems),
    place: placeOf(node),
    problems,
  };
}

function swaggerContents(
  node: Node<JsonObject>,
  produces: readonly string[],
): readonly NormalMediaType[] {
  const schema = child(node, "schema");
  const examples = child(node, "examples");
  if (schema === undefined) return [];
  const types =
    produces.length > 0
      ? produces
      : [isFile(schema) ? "application/octet-stream" : "application/json"];
  return types.map((type) => {
    const problems: Diagnostic[] = [];
    const example =
      examples !== undefined && isObjectNode(examples) && Object.hasOwn(examples.value, type)
        ? exactExample(examples, type, problems)?.value
        : undefined;
    return {
      type,
      schema,
      ...defined({ example }),
      place: placeOf(node),
      problems,
    };
  });
}

function isFile(schema: Node): boolean {
  return isObjectNode(schema) && own(schema.value, "type") === "file";
}
