import { defined } from "../../protocol/defined.js";
import { ToolError } from "../../protocol/tool-error.js";
import type { ReadResource } from "../../upstream/files/file-model.js";
import type { CallContext } from "../types/call-context.js";
import { mountedCallOf } from "../registry/mounted-call.js";
import type { Registry } from "../registry/registry.js";
import { findResource } from "../registry/find-resource.js";

/**
 * Reads a resource of this server, or of the server that it is mounted in, for one of its tools, with the rights of the tool's caller.
 *
 * @returns undefined when the server has no resource at the URI
 * @throws ToolError when the caller lacks a scope, or when the resource is empty or requires user input
 */
export async function readServerResource(
  registry: Registry,
  uri: string,
  ctx: CallContext,
): Promise<ReadResource | undefined> {
  const mounted = mountedCallOf(ctx);
  // Through the host, whose guards hold for the resource, too.
  if (mounted) return readServerResource(mounted.host, uri, mounted.ctx);
  const found = findResource(registry, uri);
  if (found === undefined) return undefined;
  // Scopes that imply others are not known here, so each must be granted by name.
  const lacking = found.scopes?.filter((scope) => !ctx.caller?.scopes.includes(scope)) ?? [];
  if (ctx.caller && lacking.length > 0) {
    throw new ToolError(
      `Reading the resource ${uri.slice(0, 200)} requires the scope ${lacking.join(", ")}.`,
    );
  }
  const result = await found.read(ctx);
  const [contents] = "contents" in result ? result.contents : [];
  if (contents === undefined) {
    throw new ToolError(
      `Cannot read the resource ${uri.slice(0, 200)}: it is empty or requires user input.`,
    );
  }
  const { mimeType } = contents;
  return {
    ...defined({ mimeType }),
    ...("blob" in contents ? { blob: contents.blob } : { text: contents.text }),
  };
}
