import { tasksExtension } from "../../protocol/envelope.js";
import { defined } from "../../protocol/defined.js";
import type { ServerCapabilities } from "../../protocol/codec/codec.js";
import type { ServerCore } from "./method.js";
import { offersTasks } from "../tasks/policy.js";

/**
 * Returns the capabilities of a server in their newest shape: exactly those that it has handlers for.
 *
 * @param hasSession true if log levels and subscriptions can be stored for the client
 * @param listsTasks true if the owner of the tasks is known
 */
export function capabilitiesOf(
  { registry, options }: Pick<ServerCore, "registry" | "options">,
  hasSession: boolean,
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
    logging: hasSession ? {} : undefined,
    completions: offers({ registry, options }, "completions") ? {} : undefined,
    prompts: offers({ registry, options }, "prompts") ? { listChanged: hasSession } : undefined,
    resources: offers({ registry, options }, "resources")
      ? { listChanged: hasSession, subscribe: hasSession }
      : undefined,
    tools: offers({ registry, options }, "tools") ? { listChanged: hasSession } : undefined,
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

/** Whether the server has entries of a kind, or declares that it may have some later. */
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
