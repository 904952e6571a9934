import { defined } from "../../protocol/defined.js";
import type { ClientCapabilities, ClientMethod } from "../../protocol/client-requests.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import type { Revision } from "../../protocol/revisions.js";
import { asAnswered, ClientCapabilityError } from "./client-capability-error.js";

/** What a client says it takes, in the revision it says so. */
export interface ClientSide {
  readonly protocolVersion: Revision;
  readonly clientCapabilities: ClientCapabilities;
}

/** The capability that a question needs. @see MCP 2026-07-28, Elicitation; Sampling; Roots; each at Capabilities */
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

/** The part of what is needed that the client does not declare; undefined when there is none. */
export function lackingCapabilities(
  needed: ClientCapabilities,
  client: ClientSide,
): ClientCapabilities | undefined {
  const lacking: Record<string, unknown> = {};
  for (const [name, wanted] of Object.entries(needed) as [string, JsonObject][]) {
    const declared = declaredParts(name, client);
    const wantedParts = Object.entries(name === "elicitation" ? orForm(wanted) : wanted);
    const missing = wantedParts.filter(
      ([part, value]) =>
        value !== undefined && value !== false && !(declared && isDeclared(declared, part)),
    );
    if (declared && missing.length === 0) continue;
    lacking[name] = declared ? Object.fromEntries(missing) : wanted;
  }
  return Object.keys(lacking).length === 0 ? undefined : (lacking as ClientCapabilities);
}

/** @throws ClientCapabilityError when the client does not take such a question */
export function checkAccepted(method: ClientMethod, params: JsonObject, client: ClientSide): void {
  const lacking = lackingCapabilities(capabilitiesFor(method, params), client);
  if (lacking) throw new ClientCapabilityError(lacking);
}

/**
 * Checks what a tool requires of its client.
 *
 * @throws ProtocolError -32021 since 2026-07-28, else ClientCapabilityError
 */
export function checkRequired(requires: ClientCapabilities, client: ClientSide): void {
  const lacking = lackingCapabilities(requires, client);
  if (lacking) throw asAnswered(new ClientCapabilityError(lacking), client.protocolVersion);
}

/** What the client declares under a name, as far as its revision knows it. */
function declaredParts(name: string, client: ClientSide): JsonObject | undefined {
  const revision = client.protocolVersion;
  const declared = member(client.clientCapabilities as JsonObject, name);
  if (!isObject(declared)) return undefined;
  if (name === "elicitation") {
    if (revision < "2025-06-18") return undefined;
    return revision < "2025-11-25" ? { form: {} } : orForm(declared);
  }
  // Before 2025-11-25 a model could be given context without asking, and no tools at all.
  if (name === "sampling" && revision < "2025-11-25") return { context: {} };
  return declared;
}

/** An empty elicitation capability means forms. @see MCP 2026-07-28, Elicitation, Capabilities */
function orForm(elicitation: JsonObject): JsonObject {
  const { form, url } = elicitation;
  return form === undefined && url === undefined ? { ...elicitation, form: {} } : elicitation;
}

function isDeclared(declared: JsonObject, part: string): boolean {
  const value = member(declared, part);
  return value !== undefined && value !== null && value !== false;
}
