import { defined } from "../../protocol/defined.js";
import { ToolError } from "../../protocol/tool-error.js";
import type { ReadResource } from "../../upstream/files/read-file.js";
import type { CallContext } from "../types/call-context.js";
import type { Registry } from "../registry/registry.js";
import { findResource } from "../registry/find-resource.js";

/**
 * Reads a resource of the server for one of its own tools, as the client could by itself.
 *
 * @returns undefined when there is none at the URI
 * @throws ToolError when the caller may not read it, or it can't be read without asking the user
 */
export async function readOwnResource(
  registry: Registry,
  uri: string,
  ctx: CallContext,
): Promise<ReadResource | undefined> {
  const found = findResource(registry, uri);
  if (found === undefined) return undefined;
  // Scopes that others imply are not known here: one that must be had is asked for by its own name.
  const lacking = found.scopes?.filter((scope) => !ctx.caller?.scopes.includes(scope)) ?? [];
  if (ctx.caller && lacking.length > 0) {
    throw new ToolError(`Reading ${uri.slice(0, 200)} needs the scope ${lacking.join(", ")}.`);
  }
  const result = await found.read(ctx);
  const [contents] = "contents" in result ? result.contents : [];
  if (contents === undefined) {
    throw new ToolError(
      `The resource ${uri.slice(0, 200)} can't be read here: it asks or is empty.`,
    );
  }
  const { mimeType } = contents;
  return {
    ...defined({ mimeType }),
    ...("blob" in contents ? { blob: contents.blob } : { text: contents.text }),
  };
}
