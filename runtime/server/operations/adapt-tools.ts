import type { Tool } from "../../protocol/model.js";
import type { ListingRules } from "../../contract/listing-rules.js";

/**
 * Returns the function that adapts listed tools to the client that a server was generated for. The code is loaded only if
 * that client has rules.
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
    // Unreachable: `waitFor` delays listing until the module is loaded.
    if (!module)
      throw new Error("Tools were listed before the client's listing rules were loaded.");
    return { ...tool, inputSchema: module.adaptSchema(tool.inputSchema, rules).schema };
  };
}
