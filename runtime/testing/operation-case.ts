import type { JsonObject } from "../protocol/json.js";

/** A test case: a call of a generated server, the requests to the API, the API's response and the expected result. */
export interface OperationCase {
  /** Name of the tool to call. Either `tool` or `resource` is present. */
  readonly tool?: string;
  /** The arguments of the call. */
  readonly arguments?: JsonObject;
  /** URI of the resource to read. */
  readonly resource?: string;
  /** The confirmation that the user is asked for before anything is sent. The test's user accepts. */
  readonly asks?: string;
  /** The requests to the API: one, or several if pages are followed. */
  readonly sends: ExpectedRequest | readonly ExpectedRequest[];
  /** The API's response; several are sent one after the other. */
  readonly answer: CannedAnswer | readonly CannedAnswer[];
  /**
   * What the client gets. `text`: only the response's text, unchanged, as for a resource. `structured`: also its JSON as
   * structured content. `wrapped`: also its JSON as the member `result` of structured content. Otherwise the whole result.
   */
  readonly result: "text" | "structured" | "wrapped" | JsonObject;
}

/** The request that a call must send. */
export interface ExpectedRequest {
  /** Method and URL, byte for byte: `GET https://api.example/pets?limit=10`. */
  readonly request: string;
  /** All headers except those that the platform adds to every request. Names are case-insensitive. */
  readonly headers?: { readonly [name: string]: string };
  /** Absent: no body. The boundary of a multipart body, which is random, is written as `BOUNDARY`. */
  readonly body?: BodyText;
}

/** A body's bytes: UTF-8 text, base64 for other bytes, or a list of both in order. */
export type BodyText = BodyPiece | readonly BodyPiece[];
/** A part of a body: text, or bytes in base64. */
export type BodyPiece = string | { readonly base64: string };

/** What the API answers in a test. */
export interface CannedAnswer {
  /** The HTTP status. */
  readonly status: number;
  /** Value of `Content-Type`. */
  readonly type?: string;
  /** The body as a value that is sent as JSON. */
  readonly json?: unknown;
  /** The body as bytes, instead of `json`. */
  readonly body?: BodyText;
}

/** The outcome of a case: all that the case states. */
export interface CaseOutcome {
  readonly asks?: string;
  readonly sends: readonly ExpectedRequest[];
  readonly result: JsonObject;
}
