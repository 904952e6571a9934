import type { Tool } from "../../protocol/model.js";
import type { ListingRules } from "../../contract/listing-rules.js";

/**
 * Returns the function that adapts listed tools to a server's client. The code is loaded only if that has rules.
 *
 * @param waitFor delays requests until the loading is done
 */
export function adaptTools(
  rules: ListingRules | undefined,
  waitFor: (loading: Promise<unknown>) => void,
): (tool: Tool) => Tool {
  if (!rules) return (tool) => tool;
  let module: typeof import("../../contract/adapt-schema.js") | undefined;
  waitFor(import("../../contract/adapt-schema.js").then((loaded) => (module = loaded)));
  return (tool) => {
    // Unreachable: `waitFor` delays listing.
    if (!module) throw new Error("The listing rules are not loaded.");
    return { ...tool, inputSchema: module.adaptSchema(tool.inputSchema, rules).schema };
  };
}
