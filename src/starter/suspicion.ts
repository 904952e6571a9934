import type { Operation } from "../operations/model.js";

/** Why a starter leaves an operation out. */
export type Suspicion = "deprecated" | "internal" | "dangerous";

/** Extensions by which documents mark what is not for everybody: Redocly, Speakeasy, ReDoc and others. */
export const internalExtensions = ["x-internal", "x-hidden", "x-private"] as const;

/** Words that name what a company keeps to itself. */
const internalWord =
  /^(?:internal|private|admin|admins|administration|administrator|backoffice|back-office|superuser|sysadmin|debug|diagnostics|actuator|metrics|health|healthz|healthcheck|livez|readyz|ping|maintenance)$/i;

/** Words for what can't be undone, or what reaches far. */
const dangerousWord =
  /^(?:delete|deletes|remove|removes|destroy|purge|wipe|erase|drop|truncate|reset|factory-reset|shutdown|shut-down|terminate|kill|reboot|restart|revoke|impersonate|exec|execute|eval|shell)$/i;

/** Whether a tag or a segment of a path names something internal. */
export function isInternalWord(word: string): boolean {
  return internalWord.test(word.replace(/^_+/, "").replaceAll("_", "-"));
}

/** Returns the beginning of a path up to the first segment that names something internal. */
export function internalFolder(path: string): string | undefined {
  const segments = path.split("/");
  const index = segments.findIndex((segment) => isInternalWord(segment));
  return index === -1 ? undefined : segments.slice(0, index + 1).join("/");
}

/** Whether the name or the last segment of an operation says that it destroys or takes over something. */
export function soundsDangerous({ operationId = "", path, method }: Operation): boolean {
  if (method === "GET" || method === "HEAD") return dangerousWord.test(lastSegment(path));
  const [verb = ""] = operationId.split(/(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9-]+/);
  return dangerousWord.test(verb) || dangerousWord.test(lastSegment(path));
}

/** A custom method stands after a colon: `/users/{id}:impersonate`. */
function lastSegment(path: string): string {
  return path.split(/[/:]/).at(-1)?.replaceAll("_", "-") ?? "";
}
