import type { Surface } from "../../src/surface/model.js";
import { documentUrl } from "./expected/expected-request.js";

/** Makes relative servers absolute, because the document is read from a file and not from a URL. */
export function withServers(surface: Surface): Surface {
  const absolute = <Server extends { readonly url: string }>(server: Server): Server =>
    /^(https?:|\{)/.test(server.url)
      ? server
      : { ...server, url: new URL(server.url || "/", documentUrl).href.replace(/\/$/, "") };
  const { servers } = surface.api;
  const ofApi = servers.length > 0 ? servers : [{ url: "/" }];
  return {
    ...surface,
    api: { ...surface.api, servers: ofApi.map(absolute) },
    operations: surface.operations.map((each) => {
      const own = each.facts.request.servers;
      if (!own) return each;
      const request = { ...each.facts.request, servers: own.map(absolute) };
      return { ...each, facts: { ...each.facts, request } };
    }),
  };
}
