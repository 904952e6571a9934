import type { CacheHints } from "../../protocol/codec-writer.js";
import { encodeReadResult } from "../../protocol/codec.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { isModern, type Revision } from "../../protocol/revisions.js";
import { ToolError } from "../../protocol/tool-error.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import { UpstreamError } from "../../upstream/upstream-error.js";
import { runRounds, type Outcome } from "../asking/rounds.js";
import type { CallContext, InputRequired } from "../call-context.js";
import { offers } from "../capabilities.js";
import type { Catalogue, ReadOutcome } from "../catalogue.js";
import { inputRequiredFacts, type Methods, type ServerCore } from "./method.js";
import { ResourceNotFound } from "../resource-not-found.js";
import { maxKeptLength, textParameter } from "./params.js";

/** What is read may change at any time. */
const readCache: CacheHints = { ttlMs: 0, cacheScope: "private" };
/** Enough for any client; keeps one from filling the memory. */
const maxSubscriptions = 1_000;

/** @see MCP 2026-07-28, Resources */
export function resourceMethods(core: ServerCore): Methods {
  const serves = (): boolean => offers(core, "resources");
  const remembers = (request: IncomingRequest | undefined): boolean =>
    serves() && (request === undefined || request.session !== undefined);
  return [
    ["resources/list", { eras: "both", serves, handle: (request) => core.lists.page(request) }],
    [
      "resources/templates/list",
      { eras: "both", serves, handle: (request) => core.lists.page(request) },
    ],
    ["resources/read", { eras: "both", serves, handle: (request) => readResource(core, request) }],
    ["resources/subscribe", { eras: "legacy", serves: remembers, handle: subscribe }],
    ["resources/unsubscribe", { eras: "legacy", serves: remembers, handle: unsubscribe }],
  ];
}

async function readResource(core: ServerCore, request: IncomingRequest): Promise<string> {
  const uri = textParameter(request, "uri");
  const { protocolVersion } = request;
  const found = find(core.catalogue, uri);
  if (!found) throw resourceNotFound(uri, protocolVersion);
  const outcome = await read(core, uri, found, request);
  if (outcome.kind === "input_required") {
    return core.results.write(outcome.result, protocolVersion, inputRequiredFacts);
  }
  const { cache, ...result } = outcome.value;
  const encoded = encodeReadResult(result, protocolVersion);
  return core.results.write(encoded, protocolVersion, { cache: cache ?? found.cache ?? readCache });
}

interface Readable {
  readonly cache: CacheHints | undefined;
  readonly scopes: readonly string[] | undefined;
  readonly read: (ctx: CallContext) => Promise<ReadOutcome | InputRequired>;
}

/** What answers a read of a URI: the resource at it, or else the first template that it fits, or what is not listed. */
export function find(catalogue: Catalogue, uri: string): Readable | undefined {
  const resource = catalogue.resources.get(uri);
  if (resource) {
    const { cache, scopes } = resource;
    return { cache, scopes, read: (ctx) => resource.read(ctx) };
  }
  for (const entry of catalogue.templates.values()) {
    const variables = entry.template.match(uri);
    if (!variables) continue;
    const { cache, scopes } = entry;
    return { cache, scopes, read: (ctx) => entry.read(uri, variables, ctx) };
  }
  const { unlisted } = catalogue;
  if (unlisted && uri.startsWith(unlisted.prefix)) {
    return { cache: undefined, scopes: undefined, read: (ctx) => unlisted.read(uri, ctx) };
  }
  return undefined;
}

async function read(
  core: ServerCore,
  uri: string,
  found: Readable,
  request: IncomingRequest,
): Promise<Outcome<ReadOutcome>> {
  try {
    const binding = { method: "resources/read", name: uri };
    return await runRounds(request, binding, { sealer: core.sealer }, (ctx) => found.read(ctx));
  } catch (error) {
    const isUpstreams = error instanceof UpstreamError && error.status === 404;
    if (isUpstreams || error instanceof ResourceNotFound) {
      throw resourceNotFound(uri, request.protocolVersion);
    }
    if (!(error instanceof ToolError)) throw error;
    throw new ProtocolError(errorCodes.internalError, error.message, { uri });
  }
}

/** @see MCP 2026-07-28, Resources, Error Handling */
function resourceNotFound(uri: string, revision: Revision): ProtocolError {
  const code = isModern(revision) ? errorCodes.invalidParams : errorCodes.legacyResourceNotFound;
  return new ProtocolError(code, `Resource not found: ${uri.slice(0, 500)}`, { uri });
}

/** @see MCP 2025-11-25, Resources, Subscriptions */
function subscribe(request: IncomingRequest): string {
  const uri = textParameter(request, "uri");
  const { session } = request;
  const known = session?.facts.subscriptions ?? [];
  if (known.includes(uri)) return "{}";
  if (uri.length > maxKeptLength) {
    throw new ProtocolError(errorCodes.invalidParams, "The URI is too long to be remembered.");
  }
  if (known.length >= maxSubscriptions) {
    throw new ProtocolError(
      errorCodes.invalidParams,
      `A session may subscribe to at most ${maxSubscriptions} resources.`,
    );
  }
  session?.change({ subscriptions: [...known, uri] });
  return "{}";
}

function unsubscribe(request: IncomingRequest): string {
  const uri = textParameter(request, "uri");
  const { session } = request;
  session?.change({ subscriptions: session.facts.subscriptions.filter((each) => each !== uri) });
  return "{}";
}
