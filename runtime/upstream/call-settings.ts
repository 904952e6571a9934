import type { Operation } from "../contract/operation.js";
import type { Cancellation } from "../protocol/cancellable.js";
import type { Taking } from "./exchange/exchange.js";
import type { RequestHooks } from "./exchange/request-hooks.js";
import type { FileSources } from "./files/file-model.js";
import type { Arguments } from "./request/arguments.js";
import type { RequestBody } from "./request/body.js";
import type { Credentials } from "./request/credentials.js";
import type { FixedHeaders } from "./request/header.js";
import type { BaseUrl } from "./request/servers.js";
import type { Reply } from "./response/answer.js";
import type { ForwardedHeaders } from "./security/forwarded-headers.js";

/** Settings of a single call. */
export interface CallSettings {
  readonly signal?: Cancellation | undefined;
  /** Trace context headers. */
  readonly trace?: FixedHeaders | undefined;
  /** The caller, if known; cached answers are not shared between callers. */
  readonly caller?: string | undefined;
  /** Headers of the caller's request that are forwarded to the API. */
  readonly forwarded?: ForwardedHeaders | undefined;
  /** Called before a retry, with each item of a stream, after each page. */
  readonly onProgress?: ((message: string) => void) | undefined;
  /** Reads the server's own resources, whose content can be sent as a file. */
  readonly readResource?: FileSources["readResource"] | undefined;
  /** Run around each request. */
  readonly hooks?: RequestHooks | undefined;
}

/** One request of a call. */
export interface CallRequest {
  readonly operation: Operation;
  readonly args: Arguments;
  readonly body: RequestBody | undefined;
  readonly settings: CallSettings;
  /** The URL of a further page, in place of the operation's. */
  readonly url?: string | undefined;
}

/** A request that was begun to be sent. */
export interface Sending {
  readonly call: CallRequest;
  readonly base: BaseUrl;
  readonly credentials: Credentials;
}

/** Takes a reply as the result. */
export const replyItself: Taking<Reply, Reply> = {
  take: (reply) => reply,
  failed: (error) => Promise.reject(error as Error),
};
