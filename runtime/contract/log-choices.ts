/** The levels and formats of the log, which `serve` offers too. */
export { logFormats, logSeverities } from "../protocol/log-entry.js";
