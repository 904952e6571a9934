import { defined } from "../../protocol/defined.js";
import type { ServerCapabilities } from "../../protocol/codec/codec.js";
import type { ServerCore } from "./method.js";
import { offersTasks, tasksExtension } from "../tasks/policy.js";

/**
 * What a server can do, in the newest shape: exactly what there are handlers for.
 *
 * @param remembers true where something can be kept for the client: log levels and subscriptions before 2026-07-28
 * @param listsTasks true where it is known whose tasks are asked for
 */
export function capabilitiesOf(
  { registry, options }: Pick<ServerCore, "registry" | "options">,
  remembers: boolean,
  listsTasks: boolean,
): ServerCapabilities {
  const { experimental } = options;
  const hasTasks = offersTasks({ registry, options });
  const declared = [...registry.methods.values()].flatMap(({ extension = [] }) => extension);
  const extensions = {
    ...(hasTasks && { [tasksExtension]: {} }),
    ...Object.fromEntries(declared.map((id) => [id, {}])),
    ...options.extensions,
  };
  return defined({
    logging: remembers ? {} : undefined,
    completions: offers({ registry, options }, "completions") ? {} : undefined,
    prompts: offers({ registry, options }, "prompts") ? { listChanged: remembers } : undefined,
    resources: offers({ registry, options }, "resources")
      ? { listChanged: remembers, subscribe: remembers }
      : undefined,
    tools: offers({ registry, options }, "tools") ? { listChanged: remembers } : undefined,
    tasks: hasTasks
      ? {
          ...defined({ list: listsTasks ? {} : undefined }),
          cancel: {},
          requests: { tools: { call: {} } },
        }
      : undefined,
    extensions: Object.keys(extensions).length > 0 ? extensions : undefined,
    experimental,
  });
}

/** True when there is something of a kind, or the server declares that there may be. */
export function offers(
  { registry, options }: Pick<ServerCore, "registry" | "options">,
  kind: "tools" | "resources" | "prompts" | "completions",
): boolean {
  if (options.declare?.includes(kind)) return true;
  switch (kind) {
    case "tools":
      return registry.tools.size > 0;
    case "resources":
      return (
        registry.resources.size > 0 ||
        registry.templates.size > 0 ||
        registry.unlisted !== undefined
      );
    case "prompts":
      return registry.prompts.size > 0;
    case "completions":
      return registry.completes;
  }
}
