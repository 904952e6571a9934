import { tasksExtension } from "../../protocol/envelope.js";
import { defined } from "../../protocol/defined.js";
import type { ServerCapabilities } from "../../protocol/codec/codec.js";
import type { ServerCore } from "./method.js";
import { offersTasks } from "../tasks/policy.js";

type Offering = Pick<ServerCore, "registry" | "options" | "mounts">;

/**
 * Returns the capabilities of a server in their newest shape: exactly those that it has handlers for.
 *
 * @param hasSession true if log levels and subscriptions can be stored for the client
 * @param listsTasks true if the owner of the tasks is known
 */
export function capabilitiesOf(
  core: Offering,
  hasSession: boolean,
  listsTasks: boolean,
): ServerCapabilities {
  const { registry, options, mounts } = core;
  const all = [...mounts.options, options];
  const experimental = merged(all.map((each) => each.experimental));
  const hasTasks = offersTasks({ registry, options });
  const declared = [...registry.methods.values()].flatMap(({ extension = [] }) => extension);
  const extensions = {
    ...(hasTasks && { [tasksExtension]: {} }),
    ...Object.fromEntries(declared.map((id) => [id, {}])),
    ...merged(all.map((each) => each.extensions)),
  };
  return defined({
    logging: hasSession ? {} : undefined,
    completions: offers(core, "completions") ? {} : undefined,
    prompts: offers(core, "prompts") ? { listChanged: hasSession } : undefined,
    resources: offers(core, "resources")
      ? { listChanged: hasSession, subscribe: hasSession }
      : undefined,
    tools: offers(core, "tools") ? { listChanged: hasSession } : undefined,
    tasks: hasTasks
      ? {
          ...(listsTasks && { list: {} }),
          cancel: {},
          requests: { tools: { call: {} } },
        }
      : undefined,
    extensions: Object.keys(extensions).length > 0 ? extensions : undefined,
    experimental,
  });
}

/** Whether the server, or one that is mounted in it, has entries of a kind, or declares that it may have some later. */
export function offers(
  { registry, options, mounts }: Offering,
  kind: "tools" | "resources" | "prompts" | "completions",
): boolean {
  if (options.declare?.includes(kind)) return true;
  if (!mounts.isEmpty && mounts.options.some(({ declare }) => declare?.includes(kind))) return true;
  switch (kind) {
    case "tools":
      return registry.tools.size > 0;
    case "resources":
      return (
        registry.resources.size > 0 || registry.templates.size > 0 || registry.unlisted.size > 0
      );
    case "prompts":
      return registry.prompts.size > 0;
    case "completions":
      return registry.completes;
  }
}

/** Puts objects together; a later one goes first. Undefined if there is none. */
function merged<T extends object>(parts: readonly (T | undefined)[]): T | undefined {
  const given = parts.filter((part) => part !== undefined);
  return given.length === 0 ? undefined : (Object.assign({}, ...given) as T);
}
