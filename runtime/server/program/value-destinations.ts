import type { Destination } from "../../upstream/security/destinations.js";
import type { OpenApiServerClass, OpenApiServerOptions } from "../openapi-server.js";

/**
 * Returns where the values of a server go: for each environment variable its hosts, and whether it is set. `run` tells this at
 * start; a program of your own says nothing by itself.
 */
export async function valueDestinations(
  { api }: OpenApiServerClass,
  { env = process.env, baseUrl, forwardHeaders }: OpenApiServerOptions = {},
): Promise<readonly Destination[]> {
  const { destinationsOf } = await import("../../upstream/security/destinations.js");
  return destinationsOf(api, { env, baseUrl, forwardHeaders });
}
