export const logSeverities = ["debug", "info", "warn", "error"] as const;

export type LogSeverity = (typeof logSeverities)[number];

/** The subject of an entry: names and numbers, never arguments, results or tokens. */
export type LogFacts = { readonly [name: string]: string | number | boolean | undefined };

export interface LogEntry {
  readonly time: Date;
  readonly level: LogSeverity;
  readonly message: string;
  readonly facts: LogFacts;
  /** The thrown value. It may contain secrets: write its name, message and stack only. */
  readonly error?: unknown;
}

/** Receives entries: `({ level, message, error, facts }) => pino[level]({ err: error, ...facts }, message)`. */
export type Logger = (entry: LogEntry) => void;
