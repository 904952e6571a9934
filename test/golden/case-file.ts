/**
 * What a `case.yaml` may say. Each golden case is a folder with one, its inputs and what is expected of them:
 * `stderr.txt` (the problems that the command prints), `expected/` (some of the generated files, byte for byte).
 *
 * `{folder}` stands for the folder of a copy of the case, in the case file only.
 * `{upstream}` stands for the recorder's URL, `{upstream-host}` for its host and port: in the case file and in every `.yaml` and `.json` input.
 */
import type { PlannedAnswer } from "../support/recorder.js";

export interface CaseFile extends Session {
  /** What behaviour the case pins down. */
  readonly about: string;
  /** Words of the command line, without `--out`. Default: `[openapi.yaml]`. */
  readonly args?: readonly string[];
  /** Text for stdin. */
  readonly stdin?: string;
  /** Default 0. Anything else: nothing may be written, and `stderr.txt` says what is printed. */
  readonly exit?: number;
  /** Texts that the command prints on stderr. Without these and `stderr.txt`, no warning may be printed. */
  readonly says?: readonly string[];
  /** Texts that the command doesn't print. */
  readonly neverSays?: readonly string[];
  /** Targets the command requests from the recorder; files of the case are found below `/files/`. Default: none. */
  readonly fetches?: readonly string[];
  /** What `node --test` says in the output, with no connection to any other machine. */
  readonly tests?: { readonly passed: number; readonly skipped: number };
  /** TypeScript that must compile against the output; what must not compile stands below `@ts-expect-error`. */
  readonly usage?: string;
  /** Tool names in the order listed. */
  readonly tools?: readonly string[];
  /** By tool name: subsets of the listed tool. Null: the member must be absent. */
  readonly listed?: Readonly<Record<string, unknown>>;
  /** Text that occurs nowhere in the listed tools. */
  readonly neverListed?: readonly string[];
  /** URIs of the resources in the order listed. */
  readonly resources?: readonly string[];
  /** URI templates in the order listed. */
  readonly templates?: readonly string[];
  /** The same server, started again in another environment. */
  readonly sessions?: readonly Session[];
}

/** One start of the generated server and what is done with it. */
export interface Session {
  /** Environment of the server. */
  readonly env?: Readonly<Record<string, string>>;
  /** Words of the server's command line. */
  readonly serverArgs?: readonly string[];
  /** The server is left to find its URL from the document or `env`; by default its base URL is the recorder's. */
  readonly ownServer?: boolean;
  readonly calls?: readonly Call[];
  readonly reads?: readonly Read[];
}

/** The one request that must arrive. */
export interface Sent {
  readonly method?: string;
  /** The raw request target. */
  readonly target?: string;
  /** Lower-case names; null: the header must be absent. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** A string is compared byte for byte, anything else as JSON. Null: no body. */
  readonly body?: unknown;
  /** Bytes of the body, base64. */
  readonly base64?: string;
  /** The parts of a multipart body, in order. */
  readonly parts?: readonly SentPart[];
}

export interface SentPart {
  /** Lower-case names; null: the header must be absent. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: string;
  /** Instead of `body`: bytes, base64. */
  readonly base64?: string;
}

export interface Call {
  readonly tool: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** What the upstream answers. */
  readonly answer?: PlannedAnswer;
  /** Targets of the requests that arrive before, to read what is sent. Default: none. */
  readonly reads?: readonly string[];
  readonly sends?: Sent;
  /** The call is refused: `isError`, this text in the answer, no request. */
  readonly refused?: string;
  /** The call fails after its request: `isError` and these texts in the answer. */
  readonly fails?: readonly string[];
  /** A subset of the result. Null: the member must be absent. */
  readonly result?: unknown;
}

export interface Read {
  readonly uri: string;
  readonly answer?: PlannedAnswer;
  readonly sends?: Sent;
  /** A subset of the first content. */
  readonly contents?: unknown;
  /** The read ends in an error whose message has this text; with `sends` absent no request is made. */
  readonly fails?: string;
}
