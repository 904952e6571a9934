/** The facts of an emitted test: one call of a generated server, what it sends to the API and what comes of the answer. */
import type { JsonObject } from "../protocol/json.js";

export interface OperationCase {
  /** The tool that is called. Either this or `resource` is present. */
  readonly tool?: string;
  readonly arguments?: JsonObject;
  /** The URI of the resource that is read. */
  readonly resource?: string;
  /** The question that the user is asked before anything is sent; they agree. */
  readonly asks?: string;
  /** The requests that the API gets: one, but for lists whose pages are followed. */
  readonly sends: ExpectedRequest | readonly ExpectedRequest[];
  /** What the API answers; several: one after the other. */
  readonly answer: CannedAnswer | readonly CannedAnswer[];
  /**
   * What the client gets. `text`: the answer's text, as it is, and nothing else; so do resources. `structured`: that, and
   * its JSON as structured content. `wrapped`: its JSON as the member `result` of structured content. Else the whole result.
   */
  readonly result: "text" | "structured" | "wrapped" | JsonObject;
}

export interface ExpectedRequest {
  /** Method and URL, every byte as it is sent: `GET https://api.example/pets?limit=10`. */
  readonly request: string;
  /** All headers, but those that the platform adds to every request. Their names are compared in any case. */
  readonly headers?: { readonly [name: string]: string };
  /** Absent: none. The boundary of a multipart body, which is another one each time, reads `BOUNDARY`. */
  readonly body?: BodyText;
}

/** A body's bytes: UTF-8 text, bytes that are none as base64, or a list of both, one after the other. */
export type BodyText = BodyPiece | readonly BodyPiece[];
export type BodyPiece = string | { readonly base64: string };

export interface CannedAnswer {
  readonly status: number;
  /** `Content-Type` */
  readonly type?: string;
  /** The body: a value that is sent as JSON … */
  readonly json?: unknown;
  /** … or anything else. */
  readonly body?: BodyText;
}

/** What became of a case: everything that it says it expects. */
export interface CaseOutcome {
  readonly asks?: string;
  readonly sends: readonly ExpectedRequest[];
  readonly result: JsonObject;
}
