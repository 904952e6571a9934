/** What is loaded with the first request of a method that most servers are never asked for. */
export { complete } from "./complete.js";
export { getPrompt } from "./get-prompt.js";
export { listen } from "./listen.js";
export { readResource } from "./read-resource.js";
