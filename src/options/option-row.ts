/** The form of a row in the table of options. */
export interface OptionRow {
  readonly type: "string" | "boolean" | "number";
  /** Absent when the option has no value unless it is given. */
  readonly default?: string | boolean | number;
  readonly choices?: readonly string[];
  /** Placeholder for the value in the help, such as `DIR` in `--out DIR`. */
  readonly value?: string;
  /** Throws a RangeError for an invalid value. */
  readonly check?: (value: string) => unknown;
  /** The option may be given several times; its value is a list. */
  readonly repeatable?: true;
  /** The value names a file or a folder. In a configuration it is relative to the configuration's own folder. */
  readonly path?: true;
  /** A configuration may give the value as a number, too. */
  readonly numeric?: true;
  /** The option is for one run, so that a configuration can't hold it. */
  readonly commandLineOnly?: true;
  /** Another name of the option. */
  readonly alias?: string;
  readonly doc: string;
  /** Text for `--no-NAME`, in the README. */
  readonly negatedDoc?: string;
  /** Commands that accept the option. */
  readonly commands: readonly Command[];
}

export type Command =
  | "generate"
  | "serve"
  | "auth"
  | "list"
  | "explain"
  | "client"
  | "call"
  | "check"
  | "diff"
  | "init"
  | "watch"
  | "migrate"
  | "clients"
  | "new"
  | "schemas"
  | "memory"
  | "completion";

/** The type of the value of a row. */
export type ValueOf<Row extends OptionRow> = Row extends { repeatable: true }
  ? readonly string[]
  : Single<Row>;

type Single<Row extends OptionRow> = Row["choices"] extends readonly (infer Choice)[]
  ? Choice
  : Row["type"] extends "boolean"
    ? boolean
    : Row["type"] extends "number"
      ? number
      : string;
