/** How values are read as resources. */
export { readContents } from "./resource-contents.js";
export { checkVariables, coerceVariables } from "./variables.js";
