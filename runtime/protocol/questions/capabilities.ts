import { defined } from "../defined.js";
import type { ClientCapabilities, ClientMethod } from "../client-requests.js";
import { isObject, member, type JsonObject } from "../json.js";
import type { Revision } from "../revisions.js";

/** The capabilities that a client declares, and the revision that they are declared in. */
export interface ClientSide {
  readonly protocolVersion: Revision;
  readonly clientCapabilities: ClientCapabilities;
}

/** Returns the capability that a question needs. @see MCP 2026-07-28, Elicitation; Sampling; Roots; each at Capabilities */
export function capabilitiesFor(method: ClientMethod, params: JsonObject): ClientCapabilities {
  switch (method) {
    case "elicitation/create":
      return { elicitation: params["mode"] === "url" ? { url: {} } : { form: {} } };
    case "sampling/createMessage": {
      const tools = params["tools"] !== undefined || params["toolChoice"] !== undefined;
      const context = (params["includeContext"] ?? "none") !== "none";
      return {
        sampling: defined({ tools: tools ? {} : undefined, context: context ? {} : undefined }),
      };
    }
    case "roots/list":
      return { roots: {} };
  }
}

/** Returns the part of the needed capabilities that the client does not declare; undefined if it declares all. */
export function lackingCapabilities(
  needed: ClientCapabilities,
  client: ClientSide,
): ClientCapabilities | undefined {
  const lacking: Record<string, unknown> = {};
  for (const [name, needs] of Object.entries(needed) as [string, JsonObject][]) {
    const declared = declaredParts(name, client);
    const neededParts = Object.entries(name === "elicitation" ? orForm(needs) : needs);
    const missing = neededParts.filter(
      ([part, value]) =>
        value !== undefined && value !== false && !(declared && isDeclared(declared, part)),
    );
    if (declared && missing.length === 0) continue;
    lacking[name] = declared ? Object.fromEntries(missing) : needs;
  }
  return Object.keys(lacking).length === 0 ? undefined : (lacking as ClientCapabilities);
}

/** Returns what the client declares under a name, limited to what its revision defines. */
function declaredParts(name: string, client: ClientSide): JsonObject | undefined {
  const revision = client.protocolVersion;
  const declared = member(client.clientCapabilities as JsonObject, name);
  if (!isObject(declared)) return undefined;
  if (name === "elicitation") {
    if (revision < "2025-06-18") return undefined;
    return revision < "2025-11-25" ? { form: {} } : orForm(declared);
  }
  // Before 2025-11-25 every client that samples takes context, and none takes tools.
  if (name === "sampling" && revision < "2025-11-25") return { context: {} };
  return declared;
}

/** Adds `form` to an empty elicitation capability, which means forms. @see MCP 2026-07-28, Elicitation, Capabilities */
function orForm(elicitation: JsonObject): JsonObject {
  const { form, url } = elicitation;
  return form === undefined && url === undefined ? { ...elicitation, form: {} } : elicitation;
}

function isDeclared(declared: JsonObject, part: string): boolean {
  const value = member(declared, part);
  return value !== undefined && value !== null && value !== false;
}
