import { jsonCopy } from "../../protocol/exact-json.js";
import { isObject } from "../../protocol/json.js";
import type { Tool } from "../../protocol/model.js";

/** Returns copies of tools that a user registers. @throws TypeError for one that is no tool */
export function checkedTools(tools: readonly Tool[], server: string): readonly Tool[] {
  const names = new Set<string>();
  return tools.map((tool) => {
    if (!isObject(tool) || typeof tool.name !== "string" || tool.name === "") {
      throw new TypeError(`A tool registered for "${server}" has no name.`);
    }
    if (!isObject(tool.inputSchema) || tool.inputSchema["type"] !== "object") {
      throw new TypeError(`The tool "${tool.name}" needs an inputSchema of the type "object".`);
    }
    if (names.has(tool.name)) throw new TypeError(`The tool "${tool.name}" is registered twice.`);
    names.add(tool.name);
    return jsonCopy(tool) as Tool;
  });
}
