/** A namespace in reverse DNS order, one slash, and a name. @see server.json 2025-12-11, ServerDetail.name */
const registryName =
  /^(?=.{3,200}$)[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?\/[a-zA-Z0-9](?:[a-zA-Z0-9._-]*[a-zA-Z0-9])?$/;

/**
 * Parses the name of a server in the MCP registry: `io.github.octocat/petstore`.
 *
 * @throws RangeError for anything else
 */
export function readRegistryName(text: string): string {
  if (registryName.test(text)) return text;
  throw new RangeError(
    `Expected a name of the MCP registry, such as io.github.OWNER/petstore, not ${text.slice(0, 80)}.`,
  );
}
