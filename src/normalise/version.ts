import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Node, Source } from "../load/source.js";
import { scalarText } from "../load/written-scalars.js";
import type { SpecVersion } from "./document.js";
import { isObject, kindOf, own, problem, type JsonObject } from "./node.js";

const readable = "Supported are Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2.";

/**
 * Detects which specification a file follows.
 *
 * Accepts numbers (`openapi: 3.1`, unquoted) with a warning. Errors: `not-openapi`, `unsupported-version`.
 * @see OpenAPI 3.2 section 4.1.1 (`openapi`), Swagger 2.0 Swagger Object (`swagger`)
 */
export function detectVersion(source: Source): {
  readonly root?: Node<JsonObject>;
  readonly version?: SpecVersion;
  readonly diagnostics: readonly Diagnostic[];
} {
  const { value, url: file } = source;
  const fail = (code: "not-openapi" | "unsupported-version", message: string, pointer = "") => ({
    diagnostics: [problem("error", code, { file, pointer }, message, readable)],
  });
  if (!isObject(value)) {
    return fail("not-openapi", `The input is ${kindOf(value)}, not an OpenAPI document.`);
  }
  const field = ["openapi", "swagger"].find((name) => Object.hasOwn(value, name));
  if (field === undefined) {
    const others = ["asyncapi", "arazzo", "overlay", "swaggerVersion"];
    const other = others.find((name) => Object.hasOwn(value, name));
    return fail(
      "not-openapi",
      `The input has neither an "openapi" nor a "swagger" field${other === undefined ? "" : ` but an "${other}" field`}.`,
    );
  }

  const written = own(value, field);
  const text = scalarText(value, field);
  const version = text === undefined ? undefined : versionNamed(field, text);
  const pointer = `/${field}`;
  if (version === undefined) {
    return fail(
      "unsupported-version",
      `The version in the "${field}" field is ${kindOf(written)}, which is not supported.`,
      pointer,
    );
  }
  const diagnostics: Diagnostic[] = [];
  if (typeof written === "number") {
    diagnostics.push(
      problem(
        "warning",
        "invalid-object",
        { file, pointer },
        `The version in the "${field}" field is a number; it is read as ${version}.`,
        `Put it in quotes: ${field}: "${field === "swagger" ? version : `${version}.0`}"`,
      ),
    );
  }
  return { root: { value, file, pointer: "" }, version, diagnostics };
}

function versionNamed(field: string, written: string): SpecVersion | undefined {
  if (field === "swagger") return /^2(\.0){0,2}$/.test(written) ? "2.0" : undefined;
  if (written === "3") return "3.0";
  const minor = /^3\.([012])(?:\.\d+)?(?:-[\w.-]+)?$/.exec(written)?.[1];
  return minor === undefined ? undefined : (`3.${minor}` as SpecVersion);
}
