import type { CacheHints } from "../../../protocol/codec/codec-writer.js";
import { encodeReadResult } from "../../../protocol/codec/codec-results.js";
import { errorCodes, ProtocolError } from "../../../protocol/protocol-error.js";
import { isModern, type Revision } from "../../../protocol/revisions.js";
import { ToolError } from "../../../protocol/tool-error.js";
import type { IncomingRequest } from "../../../session/incoming-request.js";
import { UpstreamError } from "../../../upstream/response/upstream-error.js";
import { runRounds } from "../../client-input/rounds.js";
import { inputRequiredFacts, type Outcome } from "../../client-input/rounds-model.js";
import type { ReadOutcome } from "../../registry/registry.js";
import { findResource, type FoundResource } from "../../registry/find-resource.js";
import { UnsendableValue } from "../../results/unsendable-value.js";
import { ResourceNotFound } from "../../registry/resource-not-found.js";
import type { ServerCore } from "../method.js";
import { textParameter } from "../../../session/request-params.js";

/** By default a read is not cached, because a resource may change at any time. */
const readCache: CacheHints = { ttlMs: 0, cacheScope: "private" };

/** @see MCP 2026-07-28, Resources, Reading Resources */
export async function readResource(core: ServerCore, request: IncomingRequest): Promise<string> {
  const uri = textParameter(request, "uri");
  const { protocolVersion } = request;
  const found = findResource(core.registry, uri);
  if (!found) throw resourceNotFound(uri, protocolVersion);
  const outcome = await read(core, uri, found, request);
  if (outcome.kind === "input_required") {
    return core.results.write(outcome.result, protocolVersion, inputRequiredFacts);
  }
  const { cache, ...result } = outcome.value;
  const encoded = encodeReadResult(result, protocolVersion);
  return core.results.write(encoded, protocolVersion, { cache: cache ?? found.cache ?? readCache });
}

async function read(
  core: ServerCore,
  uri: string,
  found: FoundResource,
  request: IncomingRequest,
): Promise<Outcome<ReadOutcome>> {
  try {
    const binding = { method: "resources/read", name: uri };
    return await runRounds(request, binding, { sealer: core.sealer }, (ctx) => found.read(ctx));
  } catch (error) {
    const isNotFound = error instanceof UpstreamError && error.status === 404;
    if (isNotFound || error instanceof ResourceNotFound) {
      throw resourceNotFound(uri, request.protocolVersion);
    }
    if (!(error instanceof ToolError)) throw error;
    if (error instanceof UnsendableValue) core.log.error("A resource failed", error, { uri });
    throw new ProtocolError(errorCodes.internalError, error.message, { uri });
  }
}

/** @see MCP 2026-07-28, Resources, Error Handling */
function resourceNotFound(uri: string, revision: Revision): ProtocolError {
  const code = isModern(revision) ? errorCodes.invalidParams : errorCodes.legacyResourceNotFound;
  return new ProtocolError(code, `Resource not found: ${uri.slice(0, 500)}`, { uri });
}
