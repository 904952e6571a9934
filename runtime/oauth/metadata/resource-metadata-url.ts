const wellKnown = "/.well-known/oauth-protected-resource";

/** Puts the well-known path between a resource's host and path. @see RFC 9728 section 3.1 */
export function resourceMetadataUrl(resource: URL): URL {
  const path = resource.pathname === "/" ? "" : resource.pathname;
  return new URL(`${wellKnown}${path}${resource.search}`, resource.origin);
}
