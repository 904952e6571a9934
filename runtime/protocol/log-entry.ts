export const logSeverities = ["debug", "info", "warn", "error"] as const;

/** How severe an entry of the log is. */
export type LogSeverity = (typeof logSeverities)[number];

export const logFormats = ["text", "json"] as const;

/** How entries are written to standard error. */
export type LogFormat = (typeof logFormats)[number];

/** The subject of an entry: names and numbers, never arguments, results or tokens. */
export type LogFacts = { readonly [name: string]: string | number | boolean | undefined };

/** One entry of the log. */
export interface LogEntry {
  /** When it was written. */
  readonly time: Date;
  /** How severe it is. */
  readonly level: LogSeverity;
  /** What happened. */
  readonly message: string;
  /** Details, such as the name of the method. */
  readonly facts: LogFacts;
  /** The thrown value. It may contain secrets: write its name, message and stack only. */
  readonly error?: unknown;
}

/** Receives entries: `({ level, message, error, facts }) => pino[level]({ err: error, ...facts }, message)`. */
export type Logger = (entry: LogEntry) => void;
