/**
 * There is nothing at a URI that a template takes. Throw it from the handler: the client is told in the way of its
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
