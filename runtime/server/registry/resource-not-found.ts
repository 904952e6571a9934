/**
 * There is no resource at a URI that matches a template. A handler throws it; the client gets the error code of its
 * revision.
 *
 * @see MCP 2026-07-28, Resources, Error Handling
 */
export class ResourceNotFound extends Error {
  override readonly name = "ResourceNotFound";

  constructor() {
    super("There is no such resource.");
  }
}
