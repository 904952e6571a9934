/** How values are read as resources. */
export { readContents } from "./read-resource.js";
export { checkVariables, coerceVariables } from "./variables.js";
