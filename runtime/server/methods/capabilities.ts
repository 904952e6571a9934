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
  { catalogue, options }: Pick<ServerCore, "catalogue" | "options">,
  remembers: boolean,
  listsTasks: boolean,
): ServerCapabilities {
  const { experimental } = options;
  const hasTasks = offersTasks({ catalogue, options });
  const declared = [...catalogue.methods.values()].flatMap(({ extension = [] }) => extension);
  const extensions = {
    ...(hasTasks && { [tasksExtension]: {} }),
    ...Object.fromEntries(declared.map((id) => [id, {}])),
    ...options.extensions,
  };
  return {
    ...(remembers && { logging: {} }),
    ...(offers({ catalogue, options }, "completions") && { completions: {} }),
    ...(offers({ catalogue, options }, "prompts") && { prompts: { listChanged: remembers } }),
    ...(offers({ catalogue, options }, "resources") && {
      resources: { listChanged: remembers, subscribe: remembers },
    }),
    ...(offers({ catalogue, options }, "tools") && { tools: { listChanged: remembers } }),
    ...(hasTasks && {
      tasks: { ...(listsTasks && { list: {} }), cancel: {}, requests: { tools: { call: {} } } },
    }),
    ...(Object.keys(extensions).length > 0 && { extensions }),
    ...(experimental && { experimental }),
  };
}

/** True when there is something of a kind, or the server declares that there may be. */
export function offers(
  { catalogue, options }: Pick<ServerCore, "catalogue" | "options">,
  kind: "tools" | "resources" | "prompts" | "completions",
): boolean {
  if (options.declare?.includes(kind)) return true;
  switch (kind) {
    case "tools":
      return catalogue.tools.size > 0;
    case "resources":
      return (
        catalogue.resources.size > 0 ||
        catalogue.templates.size > 0 ||
        catalogue.unlisted !== undefined
      );
    case "prompts":
      return catalogue.prompts.size > 0;
    case "completions":
      return catalogue.completes;
  }
}
