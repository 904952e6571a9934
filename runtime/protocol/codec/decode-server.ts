/** Reads what servers say of themselves. It is untrusted input. */
import { metaKeys, metaOf, readImplementation } from "../envelope.js";
import { member, type JsonObject } from "../json.js";
import type { Implementation } from "../model.js";
import type { ServerCapabilities } from "./codec.js";
import { assertShape, boolean, listOf, object, shape, string } from "./shape.js";

/** What the handshake or `server/discover` says of a server. */
export interface DecodedServer {
  /** Undefined if missing or malformed: it is for display only. */
  readonly serverInfo: Implementation | undefined;
  readonly capabilities: ServerCapabilities;
  readonly instructions: string | undefined;
}

const changes = { listChanged: boolean };
const capabilities = shape(
  {},
  {
    completions: object,
    logging: object,
    prompts: shape({}, changes),
    resources: shape({}, { subscribe: boolean, ...changes }),
    tools: shape({}, changes),
    tasks: object,
    extensions: object,
    experimental: object,
  },
);
const described = { instructions: string, _meta: object };
const initialized = shape({ protocolVersion: string, capabilities }, described);
const discovered = shape({ supportedVersions: listOf(string), capabilities }, described);

/**
 * Reads the result of `initialize`.
 *
 * @throws MalformedMessage with the place of the fault
 * @see MCP 2025-11-25 InitializeResult
 */
export function decodeInitializeResult(
  result: JsonObject,
): DecodedServer & { readonly protocolVersion: string } {
  assertShape(result, initialized);
  return {
    protocolVersion: result["protocolVersion"] as string,
    ...serverIn(result, member(result, "serverInfo")),
  };
}

/**
 * Reads the result of `server/discover`.
 *
 * @throws MalformedMessage with the place of the fault
 * @see MCP 2026-07-28 DiscoverResult
 */
export function decodeDiscoverResult(
  result: JsonObject,
): DecodedServer & { readonly supportedVersions: readonly string[] } {
  assertShape(result, discovered);
  return {
    supportedVersions: result["supportedVersions"] as readonly string[],
    ...serverIn(result, member(metaOf(result), metaKeys.serverInfo)),
  };
}

function serverIn(result: JsonObject, info: unknown): DecodedServer {
  return {
    serverInfo: readImplementation(info),
    capabilities: result["capabilities"] as ServerCapabilities,
    instructions: (member(result, "instructions") ?? undefined) as string | undefined,
  };
}
