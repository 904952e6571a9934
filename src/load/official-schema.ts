import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { escapeToken, pointerPrefixes } from "./pointer.js";
import type { Source, Sources } from "./source.js";

/** Maximum number of findings reported for one document. */
const maxShown = 50;

/** A validation error. @see ajv's ErrorObject */
interface Finding {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: { readonly [name: string]: unknown };
}

/**
 * Checks a document against the schema that the OpenAPI Initiative publishes for its version, without following
 * references. Loads the validator on first use.
 *
 * @returns a `spec-invalid` warning at each difference; an info of that code if there is no official check
 */
export async function checkAgainstOfficialSchema(sources: Sources): Promise<Diagnostic[]> {
  const { root } = sources;
  const version = versionOf(root.value);
  if (version === undefined || !/^(?:2\.0|3\.[01]\.\d+)$/.test(version)) {
    return [unchecked(root, `OpenAPI ${version ?? "of this version"}`)];
  }
  if (sources.files.size > 1) return [unchecked(root, "documents of several files")];
  const { default: swaggerParser } = await import("@apidevtools/swagger-parser");
  try {
    // The parser mutates its argument.
    await swaggerParser.validate(structuredClone(root.value) as never, {
      resolve: { external: false },
      dereference: { circular: "ignore", excludedPathMatcher: () => true },
      validate: { schema: true, spec: false },
    });
    return [];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return report(root, version.slice(0, 3), error);
  }
}

function report(root: Source, version: string, error: Error): Diagnostic[] {
  const details: unknown = "details" in error ? error.details : undefined;
  if (!Array.isArray(details)) return [finding(root, "", error.message.split("\n")[0] ?? "")];
  const findings = relevant(details as Finding[]);
  const shown = findings.slice(0, maxShown).map(({ instancePath, keyword, message, params }) => {
    const extra = params["additionalProperty"] ?? params["unevaluatedProperty"];
    const named = typeof extra === "string";
    const pointer = named ? `${instancePath}/${escapeToken(extra)}` : instancePath;
    const values = keyword === "enum" ? `: ${JSON.stringify(params["allowedValues"])}` : "";
    const what = named ? `the member "${extra}" is not allowed here` : `it ${message}${values}`;
    return finding(root, pointer, `The official schema of OpenAPI ${version} says: ${what}.`);
  });
  const more = findings.length - shown.length;
  if (more > 0)
    shown.push(
      finding(
        root,
        "",
        `${more} more ${more === 1 ? "difference" : "differences"} from the official schema.`,
      ),
    );
  return shown;
}

/**
 * Returns the findings that name a cause. A schema with alternatives also reports every alternative that does not match
 * and then the choice itself, and each object around a faulty one reports that its members were not recognised.
 */
function relevant(findings: readonly Finding[]): Finding[] {
  const causes = findings.filter((each) => !isConsequence(each) && !isReferenceAlternative(each));
  const explained = new Set<string>();
  for (const { instancePath } of causes) {
    for (const prefix of pointerPrefixes(instancePath)) explained.add(prefix);
  }
  const seen = new Set<string>();
  return findings.filter((each) => {
    if (isReferenceAlternative(each)) return false;
    if (isConsequence(each) && explained.has(each.instancePath)) return false;
    const key = JSON.stringify([each.instancePath, each.message, each.params]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function isConsequence({ keyword }: Finding): boolean {
  return ["oneOf", "anyOf", "allOf", "if", "not", "unevaluatedProperties"].includes(keyword);
}

/** Whether the finding only says that a reference would be valid here. */
function isReferenceAlternative({ keyword, params }: Finding): boolean {
  return keyword === "required" && params["missingProperty"] === "$ref";
}

function versionOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const key of ["openapi", "swagger"]) {
    const version: unknown = Object.hasOwn(value, key)
      ? (value as Record<string, unknown>)[key]
      : undefined;
    if (typeof version === "string") return version;
  }
  return undefined;
}

function finding(root: Source, pointer: string, message: string): Diagnostic {
  return {
    code: "spec-invalid",
    severity: "warning",
    message,
    place: { file: root.url, pointer },
  };
}

function unchecked(root: Source, what: string): Diagnostic {
  return {
    code: "spec-invalid",
    severity: "info",
    message: `There is no official check of ${what}; --validate has no effect.`,
    place: { file: root.url, pointer: "" },
  };
}
