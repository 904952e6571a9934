/** The code that is loaded when a handler first asks: see `lazy-code.ts`. */
export { checkRequired, checkAccepted } from "./client-capabilities.js";
export { PushRequester } from "./push-requester.js";
export { pushRounds } from "./pushed-rounds.js";
export { endWithQuestions, replayRequester, resume } from "./replay-rounds.js";
export { endWithVisits } from "./url-visits.js";
export { askChoice, askChoices, askNumber, askText, confirm, visit } from "./helpers/ask-value.js";
export { elicitBySchema } from "./helpers/elicit-by-schema.js";
export { sendOwnRequest } from "./helpers/own-request.js";
export { sampleBySchema } from "./helpers/sample-by-schema.js";
