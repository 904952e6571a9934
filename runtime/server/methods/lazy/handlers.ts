/** Handlers that most servers never need, loaded with the first request for one of them. */
export { complete } from "./complete.js";
export { entryScopes } from "./entry-scopes.js";
export { getPrompt } from "./get-prompt.js";
export { listen } from "./listen.js";
export { ifAllowed } from "./may-hear.js";
export { readResource } from "./read-resource.js";
