/** The code that checks the values of handlers, as the rest of the server uses it. */
export { requireJson } from "./json-value.js";
export { ToolResultWriter } from "./tool-result-writer.js";
export { readPrompt } from "./prompt-messages.js";
export { settleValue } from "./settle-value.js";
