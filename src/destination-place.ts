import { addressOf, destinationsOf } from "./changes/destinations.js";
import type { Place } from "./diagnostics/diagnostic.js";
import { escapeToken } from "./load/pointer.js";
import type { Surface } from "./surface/model.js";

/**
 * Returns where a document says that requests or secrets go to an address of the lock: its server, an operation with servers
 * of its own, or a security scheme.
 *
 * @param specVersion of the document: `2.0`, `3.1` …
 */
export function placeOfDestination(
  to: string,
  { api, operations }: Surface,
  file: string,
  specVersion: string | undefined,
): Place {
  const isOld = specVersion === "2.0";
  const [called] = api.servers;
  const isServer = called !== undefined && addressOf(called) === to;
  if (isServer) return { file, pointer: isOld ? "/host" : "/servers/0/url" };
  const owner = operations.find(({ facts }) => {
    const [own] = facts.request.servers ?? [];
    return own !== undefined && addressOf(own) === to;
  });
  if (owner) return owner.source.place;
  for (const [name, scheme] of Object.entries(api.securitySchemes ?? {})) {
    const gets = destinationsOf({ servers: [], securitySchemes: { [name]: scheme } });
    if (!gets.some((one) => one.to === to)) continue;
    const folder = isOld ? "/securityDefinitions" : "/components/securitySchemes";
    return { file, pointer: `${folder}/${escapeToken(name)}` };
  }
  return { file, pointer: "" };
}
