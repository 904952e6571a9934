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
  return {
    ...(remembers && { logging: {} }),
    ...(offers({ registry, options }, "completions") && { completions: {} }),
    ...(offers({ registry, options }, "prompts") && { prompts: { listChanged: remembers } }),
    ...(offers({ registry, options }, "resources") && {
      resources: { listChanged: remembers, subscribe: remembers },
    }),
    ...(offers({ registry, options }, "tools") && { tools: { listChanged: remembers } }),
    ...(hasTasks && {
      tasks: { ...(listsTasks && { list: {} }), cancel: {}, requests: { tools: { call: {} } } },
    }),
    ...(Object.keys(extensions).length > 0 && { extensions }),
    ...(experimental && { experimental }),
  };
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
