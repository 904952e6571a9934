/** The log of the runtime, for operators. Clients never see it. */
import { defined } from "./defined.js";
import { logSeverities, type LogFacts, type Logger, type LogSeverity } from "./log-entry.js";
import { recover } from "./maybe-promise.js";
import { writeLogEntry } from "./terminal/log-line.js";

/** Writes entries from a level up. Never throws, also if the logger throws or is asynchronous and rejects. */
export class Log {
  readonly #logger: Logger;
  readonly #from: () => LogSeverity;

  /**
   * @param logger default: writes to stderr, as text or, with `MCP_LOG_FORMAT=json`, as lines of JSON
   * @param from the lowest level that is written; default: `MCP_LOG_LEVEL`, else `warn`
   */
  constructor(
    logger: Logger = writeLogEntry,
    from: LogSeverity | (() => LogSeverity) = levelOfEnvironment(),
  ) {
    this.#logger = logger;
    this.#from = typeof from === "string" ? () => from : from;
  }

  /** Whether entries of this level are written. */
  writes(level: LogSeverity): boolean {
    return logSeverities.indexOf(level) >= logSeverities.indexOf(this.#from());
  }

  info(message: string, facts?: LogFacts): void {
    this.#emit("info", message, undefined, facts);
  }

  warn(message: string, error?: unknown, facts?: LogFacts): void {
    this.#emit("warn", message, error, facts);
  }

  error(message: string, error?: unknown, facts?: LogFacts): void {
    this.#emit("error", message, error, facts);
  }

  #emit(level: LogSeverity, message: string, error: unknown, facts: LogFacts = {}): void {
    if (!this.writes(level)) return;
    const entry = {
      time: new Date(),
      level,
      message,
      facts,
      ...defined({ error }),
    };
    void recover<void>(
      () => this.#logger(entry),
      () => {
        if (this.#logger === writeLogEntry) return;
        const note = "written to stderr because the logger failed";
        void recover(() => writeLogEntry({ ...entry, message: `${message} (${note})` }), ignore);
      },
    );
  }
}

/** Where standard error is closed, nothing is left to write to. */
function ignore(): void {}

/** The log for events that belong to no server. It is made before a program has read its `--log-level`. */
export const processLog = new Log(writeLogEntry, levelOfEnvironment);

function levelOfEnvironment(): LogSeverity {
  const wanted = typeof process === "undefined" ? undefined : process.env["MCP_LOG_LEVEL"];
  return logSeverities.find((each) => each === wanted?.toLowerCase()) ?? "warn";
}
