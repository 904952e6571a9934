import type { CallToolResult } from "../../protocol/model.js";
import type { CallContext, InputRequired } from "../types/call-context.js";
import type { ToolArguments } from "../types/definitions.js";
import { mountedBy } from "../types/mounted-by.js";
import type { Registry, ToolEntry } from "./registry.js";

/** How a call came to a mounted server. */
export interface MountedCall {
  /** What the host offers. */
  readonly host: Registry;
  /** The same call, as the host sees it. */
  readonly ctx: CallContext;
  /** The prefix of names in the host. */
  readonly prefix: string;
  /** Returns the entry of a tool as the host would list it, with what is around all entries of the host. */
  adopt(entry: ToolEntry, name: string): ToolEntry;
}

/** Returns how a call came to a mounted server; undefined if its server is not mounted. */
export function mountedCallOf(ctx: CallContext): MountedCall | undefined {
  return (ctx as { readonly [mountedBy]?: MountedCall })[mountedBy];
}

/** Returns the name by which the client of a call knows a tool of the called server. */
export function listedName(name: string, ctx: CallContext): string {
  const mounted = mountedCallOf(ctx);
  return mounted ? listedName(mounted.prefix + name, mounted.ctx) : name;
}

/** Whether guards, of the server or of its hosts, leave a tool that is not listed out of searches of the caller. */
export function isHiddenUnlisted(
  entry: ToolEntry,
  name: string,
  ctx: CallContext,
): boolean | Promise<boolean> {
  const mounted = mountedCallOf(ctx);
  if (!mounted) return entry.guards?.mayHide === true && entry.guards.isHiddenFrom(ctx);
  return isHiddenUnlisted(mounted.adopt(entry, name), mounted.prefix + name, mounted.ctx);
}

/** Calls a tool that is not listed for one that is, through all that hosts of the server have around their entries. */
export function callUnlisted(
  entry: ToolEntry,
  name: string,
  args: ToolArguments,
  ctx: CallContext,
): CallToolResult | InputRequired | Promise<CallToolResult | InputRequired> {
  const mounted = mountedCallOf(ctx);
  if (!mounted) return entry.call(args, ctx);
  return callUnlisted(mounted.adopt(entry, name), mounted.prefix + name, args, mounted.ctx);
}
