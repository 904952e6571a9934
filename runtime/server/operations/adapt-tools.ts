import type { Tool } from "../../protocol/model.js";
import type { ListingRules } from "../../contract/listing-rules.js";

/**
 * How tools are shown to the client that a server is for. Its rules are loaded only where there are any.
 *
 * @param waitFor lets requests wait for something that is loading
 */
export function toolsFor(
  rules: ListingRules | undefined,
  waitFor: (loading: Promise<unknown>) => void,
): (tool: Tool) => Tool {
  if (!rules) return (tool) => tool;
  let module: typeof import("../../contract/adapt-schema.js") | undefined;
  waitFor(import("../../contract/adapt-schema.js").then((loaded) => (module = loaded)));
  return (tool) => {
    // Nothing is listed before it is there.
    if (!module) throw new Error("The client's rules are not loaded.");
    return { ...tool, inputSchema: module.adaptSchema(tool.inputSchema, rules).schema };
  };
}
