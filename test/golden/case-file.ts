/** What a `case.yaml` may say. Each golden case is a folder with one, its inputs and what is expected of them. */
import type { PlannedAnswer } from "../support/recorder.js";

export interface CaseFile {
  /** What behaviour the case pins down. */
  readonly about: string;
  /** Words of the command line, without `--out`. Default: `[openapi.yaml]`. */
  readonly args?: readonly string[];
  /** Text for stdin. */
  readonly stdin?: string;
  /** Default 0. Anything else: nothing may be written, and `stderr.txt` says what is printed. */
  readonly exit?: number;
  /** Environment of the generated server. `{upstream}` in values is the recorder's URL. */
  readonly env?: Readonly<Record<string, string>>;
  /** The server is left to find its URL from the document or `env`; by default its base URL is the recorder's. */
  readonly ownServer?: boolean;
  /** Tool names in the order listed. */
  readonly tools?: readonly string[];
  /** By tool name: subsets of the listed tool. */
  readonly listed?: Readonly<Record<string, unknown>>;
  /** Text that occurs nowhere in the listed tools. */
  readonly neverListed?: readonly string[];
  readonly calls?: readonly Call[];
}

export interface Call {
  readonly tool: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** What the upstream answers. */
  readonly answer?: PlannedAnswer;
  /** The one request that must arrive. */
  readonly sends?: {
    readonly method?: string;
    readonly target?: string;
    /** Lower-case names; null: the header must be absent. */
    readonly headers?: Readonly<Record<string, string | null>>;
    /** A string is compared byte for byte, anything else as JSON. Null: no body. */
    readonly body?: unknown;
  };
  /** The call is refused: `isError`, this text in the answer, no request. */
  readonly refused?: string;
  /** A subset of the result. */
  readonly result?: unknown;
}
