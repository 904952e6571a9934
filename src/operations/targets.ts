import { classOfHost, mayReach } from "../../runtime/contract/addresses.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Node } from "../load/source.js";
import type { NormalDocument } from "../normalise/document.js";
import { problem, type JsonObject } from "../normalise/node.js";
import type { SecurityRequirement } from "./model.js";
import { calledServer } from "./servers.js";

/** An operation's servers, absent if it has none of its own, and what it needs. */
export interface Caller {
  readonly servers?: readonly Node<JsonObject>[];
  readonly security: readonly SecurityRequirement[];
}

/**
 * Reports servers at addresses that the document must not lead to, as far as their URL shows it, and those to which
 * credentials would go where everyone on the way can read them.
 */
export function checkTargets(
  { baseUrl, reach, servers }: NormalDocument,
  callers: readonly Caller[],
): readonly Diagnostic[] {
  const called = new Map<string, { url: URL; node: Node; hasCredentials: boolean }>();
  for (const caller of callers) {
    const server = calledServer(caller.servers ?? servers, baseUrl);
    if (!server) continue;
    const key = `${server.node.file}#${server.node.pointer}`;
    const hasCredentials = caller.security.some((each) => Object.keys(each).length > 0);
    const known = called.get(key);
    if (!known) called.set(key, { ...server, hasCredentials });
    else if (hasCredentials) known.hasCredentials = true;
  }
  return [...called.values()].flatMap(({ url, node, hasCredentials }) => {
    const address = classOfHost(url.hostname);
    const faults: Diagnostic[] = [];
    if (address !== undefined && !mayReach(reach, address)) {
      const message = `The server ${url.host} has a ${address} address, to which this document must not lead; calls to it are refused.`;
      const hint = "If it may be called, set the base URL or use --allow-internal.";
      faults.push(problem("warning", "target-internal", node, message, hint));
    }
    if (hasCredentials && url.protocol === "http:" && address !== "loopback") {
      const message = `Credentials are sent to ${url.host} over http, where everyone on the way can read them.`;
      const hint = "Set the base URL to an https URL if the API has one.";
      faults.push(problem("warning", "credentials-readable", node, message, hint));
    }
    return faults;
  });
}
