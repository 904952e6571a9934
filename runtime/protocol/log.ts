/** What the runtime tells whoever operates it. Clients never see it. */
import { defined } from "./defined.js";
import { writeLogEntry } from "./log-line.js";

export const logSeverities = ["debug", "info", "warn", "error"] as const;

export type LogSeverity = (typeof logSeverities)[number];

/** What an entry is about: names and numbers, never arguments, results or tokens. */
export type LogFacts = { readonly [name: string]: string | number | boolean | undefined };

/** One thing that happened. */
export interface LogEntry {
  readonly time: Date;
  readonly level: LogSeverity;
  readonly message: string;
  readonly facts: LogFacts;
  /** What was thrown, as it is. It may hold anything: write out its name, message and stack rather than all of it. */
  readonly error?: unknown;
}

/** Where entries go: `({ level, message, error, facts }) => pino[level]({ err: error, ...facts }, message)`. */
export type Logger = (entry: LogEntry) => void;

/** Says what happened, from a level on. Nothing it does throws. */
export class Log {
  readonly #logger: Logger;
  readonly #from: number;

  /**
   * @param logger default: stderr, one line of text or, with `MCP_LOG_FORMAT=json`, of JSON
   * @param from the lowest level that is told; default `MCP_LOG_LEVEL`, else `warn`
   */
  constructor(logger: Logger = writeLogEntry, from: LogSeverity = levelOfEnvironment()) {
    this.#logger = logger;
    this.#from = logSeverities.indexOf(from);
  }

  /** True when entries of this level are told. */
  tells(level: LogSeverity): boolean {
    return logSeverities.indexOf(level) >= this.#from;
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
    if (!this.tells(level)) return;
    const entry = {
      time: new Date(),
      level,
      message,
      facts,
      ...defined({ error }),
    };
    if (attempt(this.#logger, entry) || this.#logger === writeLogEntry) return;
    attempt(writeLogEntry, { ...entry, message: `${message} (told here: the logger failed)` });
  }
}

function attempt(logger: Logger, entry: LogEntry): boolean {
  try {
    logger(entry);
    return true;
  } catch {
    return false;
  }
}

/** For what belongs to no server. */
export const processLog = new Log();

function levelOfEnvironment(): LogSeverity {
  const wanted = typeof process === "undefined" ? undefined : process.env["MCP_LOG_LEVEL"];
  return logSeverities.find((each) => each === wanted?.toLowerCase()) ?? "warn";
}
