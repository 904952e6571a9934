/**
 * Members of `case.yaml`. Each golden case is a folder with that file, inputs, and expectations: `stderr.txt` (the
 * printed diagnostics) and `expected/` (some of the generated files, byte for byte).
 *
 * `{folder}` stands for the folder of a copy of the case, in the case file only.
 * `{upstream}` stands for the recorder's URL, `{upstream-host}` for its host and port: in the case file and in every
 * `.yaml` and `.json` input.
 */
import type { PlannedAnswer } from "../support/recorder.js";

export interface CaseFile extends Session {
  /** The behaviour that the case tests. */
  readonly about: string;
  /** Arguments of the command, without `--out`. Default: `[openapi.yaml]`. */
  readonly args?: readonly string[];
  /** Text for stdin. */
  readonly stdin?: string;
  /** Default 0. With any other code nothing may be written, and `stderr.txt` holds the output. */
  readonly exit?: number;
  /** Texts on stderr. Without these and `stderr.txt`, no warning may be printed. */
  readonly says?: readonly string[];
  /** Texts that must not be printed. */
  readonly neverSays?: readonly string[];
  /**
   * Targets that the command requests from the recorder, which serves the files of the case below `/files/`. Default:
   * none.
   */
  readonly fetches?: readonly string[];
  /** Outcome of `node --test` in the output, without access to other machines. */
  readonly tests?: { readonly passed: number; readonly skipped: number };
  /** TypeScript that must compile with the output; lines that must not compile follow `@ts-expect-error`. */
  readonly usage?: string;
  /** Tool names in the order listed. */
  readonly tools?: readonly string[];
  /** Subsets of listed tools, by tool name. Null: the member must be absent. */
  readonly listed?: Readonly<Record<string, unknown>>;
  /** Text that must not occur in the listed tools. */
  readonly neverListed?: readonly string[];
  /** URIs of the resources in the order listed. */
  readonly resources?: readonly string[];
  /** URI templates in the order listed. */
  readonly templates?: readonly string[];
  /** Sessions with the same server in other environments. */
  readonly sessions?: readonly Session[];
}

/** One start of the generated server, and what is done with it. */
export interface Session {
  readonly env?: Readonly<Record<string, string>>;
  /** Its arguments. */
  readonly serverArgs?: readonly string[];
  /** The server finds its URL in the document or `env`; by default its base URL is the recorder's. */
  readonly ownServer?: boolean;
  /** Text that the server prints on stderr. Default: it prints nothing. */
  readonly prints?: string;
  readonly calls?: readonly Call[];
  readonly reads?: readonly Read[];
}

/** The request that must arrive, and no other. */
export interface Sent {
  readonly method?: string;
  /** The raw request target. */
  readonly target?: string;
  /** Names are in lower case. Null: the header must be absent. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** A string is compared byte for byte, anything else as JSON. Null: no body. */
  readonly body?: unknown;
  /** Bytes of the body in base64. */
  readonly base64?: string;
  /** The parts of a multipart body, in order. */
  readonly parts?: readonly SentPart[];
}

export interface SentPart {
  /** Names are in lower case. Null: the header must be absent. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: string;
  /** Bytes in base64, instead of `body`. */
  readonly base64?: string;
}

export interface Call {
  readonly tool: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly answer?: PlannedAnswer;
  /** Targets of earlier requests, which read what is sent. Default: none. */
  readonly reads?: readonly string[];
  readonly sends?: Sent;
  /** The call is refused without a request: `isError`, and this text in the result. */
  readonly refused?: string;
  /** The call fails after its request: `isError`, and these texts in the result. */
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
  /** The read fails with this text in its message; if `sends` is absent, without a request. */
  readonly fails?: string;
}
