import { isObject } from "../../../protocol/json.js";
import type { IncomingRequest } from "../../../session/incoming-request.js";
import type { Result } from "../../../session/result.js";
import { clientInputCode } from "../../client-input/lazy-code.js";
import { RequestContext } from "../../client-input/request-context.js";
import type { MethodEntry } from "../../registry/registry.js";
import { resultChecks } from "../../results/lazy-result-checks.js";
import type { ServerCore } from "../method.js";

/** Answers a request of a method that the protocol does not define. @throws ProtocolError */
export async function callExtension(
  core: ServerCore,
  entry: MethodEntry,
  request: IncomingRequest,
): Promise<Result> {
  const { extension } = entry;
  if (extension !== undefined) {
    await clientInputCode.use(async ({ checkRequired }) => {
      request.throwIfAborted();
      checkRequired({ extensions: { [extension]: {} } }, request);
    });
  }
  const ctx = new RequestContext(request);
  let result: unknown;
  try {
    result = await entry.handler(request.params, ctx);
  } finally {
    await ctx.flush();
  }
  if (!isObject(result)) throw new TypeError(`The result of ${request.method} must be an object.`);
  const sent = result;
  return resultChecks.use(async ({ requireJson }) => {
    requireJson(sent);
    return core.results.write(sent, request.protocolVersion);
  });
}
