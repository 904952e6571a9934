/** What a user of the client chooses. */
import type {
  ElicitFormParams,
  ElicitParams,
  ElicitResult,
  ElicitUrlParams,
  Root,
  SamplingParams,
  SamplingResult,
} from "../protocol/client-requests.js";
import type { JsonObject } from "../protocol/json.js";
import type { Logger } from "../protocol/log-entry.js";
import type { Implementation, LogLevel } from "../protocol/model.js";
import type { Revision } from "../protocol/revisions.js";
import type { MaybePromise } from "../protocol/maybe-promise.js";
import type { Telemetry } from "../telemetry/telemetry.js";

/** Progress of a request. @see MCP 2026-07-28, Progress */
export interface Progress {
  /** How far the work is. It grows with each message. */
  readonly progress: number;
  /** The value of `progress` at the end, if it is known. */
  readonly total?: number;
  /** What is being done. */
  readonly message?: string;
}

/** A log message of the server. @see MCP 2026-07-28 LoggingMessageNotificationParams */
export interface ServerLogMessage {
  /** How severe the message is. */
  readonly level: LogLevel;
  /** The part of the server that says it. */
  readonly logger?: string;
  /** What it says: a text, or data. */
  readonly data: unknown;
}

/** What a list holds. */
export type ListKind = "tools" | "resources" | "prompts";

/** The circumstances of a question of the server. */
export interface QuestionContext {
  /** Aborted when the request that led to the question is cancelled, or the connection ends. */
  readonly signal: AbortSignal;
  /** The server, by the name that the caller gave it. */
  readonly server: string;
  /** The question's `_meta`. */
  readonly meta: JsonObject;
}

type Handler<Params, Result> = (params: Params, context: QuestionContext) => MaybePromise<Result>;

/** Answers the server's questions, whether they come as requests or, since 2026-07-28, in results. */
export interface QuestionHandlers {
  /** The folders that the server may use. Absent: the server can't ask for them. */
  readonly roots?: readonly Root[] | (() => MaybePromise<readonly Root[]>);
  /** Asks the user's model. Show the messages to the user first. @see MCP 2026-07-28, Sampling */
  readonly sampling?: Handler<SamplingParams, SamplingResult>;
  /** What the model supports besides plain messages. */
  readonly samplingFeatures?: { readonly tools?: boolean; readonly context?: boolean };
  /**
   * Asks the user. Missing members of an accepted form get the defaults of the form's schema.
   *
   * A function answers both kinds; an object only the kinds that it has. @see MCP 2026-07-28, Elicitation
   */
  readonly elicitation?:
    | Handler<ElicitParams, ElicitResult>
    | {
        readonly form?: Handler<ElicitFormParams, ElicitResult>;
        /** Shows the whole URL to the user, and opens it only with consent. */
        readonly url?: Handler<ElicitUrlParams, ElicitResult>;
      };
}

/** A notification that the protocol does not define, as the server sent it. */
export interface OwnNotification {
  /** The method, such as `notifications/acme/moved`. */
  readonly method: string;
  /** Its parameters; empty if it has none. */
  readonly params: JsonObject;
}

/** Called for the server's notifications. An exception of one is logged and goes no further. */
export interface NotificationHandlers {
  /** Progress of any request. `callTool` and its like take a handler of their own. */
  readonly onProgress?: (progress: Progress & { readonly progressToken: string | number }) => void;
  /** Is told of messages of the server's log. */
  readonly onLog?: (message: ServerLogMessage) => void;
  /** Is told which list changed. */
  readonly onListChanged?: (kind: ListKind) => void;
  /** Is told of a subscribed resource that changed. */
  readonly onResourceUpdated?: (uri: string) => void;
  /** Is told of notifications that the protocol does not define. */
  readonly onNotification?: (notification: OwnNotification) => void;
  /** The user is done with a page that the server asked to visit; `id` is the question's `elicitationId`. At 2025-11-25. */
  readonly onElicitationComplete?: (id: string) => void;
  /** The connection ended; with an error unless `close` was called. */
  readonly onClose?: (error: Error | undefined) => void;
}

/** A message between a client and its server. It may hold secrets that are arguments or results. */
export interface ObservedMessage {
  /** Who sent the message. */
  readonly from: "client" | "server";
  /** The message as JSON text. */
  readonly text: string;
}

/** Pauses between attempts to connect. They double from `firstMs` to `mostMs`, with a random part. */
export interface RetryOptions {
  /** Default 3 attempts after the first; none for a child process, which would exit again. */
  readonly attempts?: number;
  /** Default 250. */
  readonly firstMs?: number;
  /** Default 10 000. */
  readonly mostMs?: number;
}

/** How a client connects, and how it answers the server. */
export interface ClientOptions extends QuestionHandlers, NotificationHandlers {
  /** The client's name and version, as servers see them. */
  readonly clientInfo?: Implementation;
  /** Speaks only this revision. Default: the newest that both sides have. */
  readonly protocolVersion?: Revision;
  /** Extensions that the client supports, with their settings. Since 2026-07-28. */
  readonly extensions?: { readonly [id: string]: JsonObject };
  /** Name of the server in errors and logs. Default: its URL without query, or its command. */
  readonly name?: string;
  /** How long a server may take to start and answer the handshake; default 30 seconds. */
  readonly startTimeoutMs?: number;
  /** How long a request may take without progress; default 60 seconds. */
  readonly requestTimeoutMs?: number;
  /** How long a request may take with progress; default 10 minutes. */
  readonly maxRequestMs?: number;
  /** Attempts to connect, and to connect again after the connection broke. A number is that of attempts. */
  readonly retries?: number | RetryOptions;
  /** The least severe log messages to ask for, as `setLogLevel` does. */
  readonly logLevel?: LogLevel;
  /** Keeps answers as long as the server allows, up to this number; default 500, 0 keeps none. Since 2026-07-28. */
  readonly cacheSize?: number;
  /** Most bytes of one message of the server; default 32 MiB. */
  readonly maxMessageBytes?: number;
  /** Most rounds of questions in one call; default 16. @see MCP 2026-07-28, Multi Round-Trip Requests */
  readonly maxRounds?: number;
  /** Sees every message in both directions: for a recording (`recordSession`) or a debugger. */
  readonly onMessage?: (message: ObservedMessage) => void;
  /** Ends the connection. */
  readonly signal?: AbortSignal;
  /** Receives the entries of the client's log; default: standard error, from `warn` up. */
  readonly log?: Logger;
  /** Its `outgoing` gives the trace context that goes with each request, in `_meta`: the trace continues in the server. */
  readonly telemetry?: Pick<Telemetry, "outgoing">;
}

/** A value, or a function that is asked before each request, such as for a token that expires. */
export type Headers = Readonly<Record<string, string>>;
/** Headers, or a function that is asked for them before each request. */
export type HeadersSource = Headers | (() => MaybePromise<Headers>);

/** A server as a child process. @see MCP 2026-07-28, Transports, stdio */
export interface StdioServer {
  /** The program, which is started without a shell. */
  readonly command: string;
  /** Its arguments. */
  readonly args?: readonly string[];
  /** Variables besides those that every program needs, such as PATH and HOME. Nothing else of this process is passed on. */
  readonly env?: Readonly<Record<string, string>>;
  /** Its working directory; default: that of this process. */
  readonly cwd?: string;
  /** Receives each line of the server's standard error; default: the last lines are in the error when the server fails. */
  readonly onStderr?: (line: string) => void;
}

/** How a client connects over HTTP. */
export interface HttpClientOptions extends ClientOptions {
  /** Headers to send with every request. */
  readonly headers?: HeadersSource;
  /** Gets tokens when the server demands them. Made by `oauthClient`, `clientCredentials` and their like. */
  readonly authorization?: ClientAuthorization;
  /** Replaces the HTTP client, such as on other runtimes or for a proxy. */
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * Adds credentials to requests over HTTP, and gets others when a server refuses them. All attempts of one request are told by
 * the same object, so that it is known which token was refused.
 */
export interface ClientAuthorization {
  /** Returns the headers of a request: `authorization`, and a proof if the token is bound to a key. */
  headersFor(request: AuthorizedClientRequest): MaybePromise<Headers>;
  /**
   * Called when the server refused a request with 401 or 403, or asks for a nonce.
   *
   * @returns whether the request should be sent again, with new headers
   * @throws McpAuthorizationError when no other token can be got
   */
  refused(request: AuthorizedClientRequest, refusal: ClientRefusal): Promise<boolean>;
}

/** A request for which an authorization is asked. */
export interface AuthorizedClientRequest {
  /** URL of the server, as the user named it: tokens are for it. */
  readonly server: URL;
  /** URL of this request. Over HTTP+SSE, it is another of the same origin. */
  readonly url: URL;
  /** HTTP method. */
  readonly method: string;
  /** Version of the protocol, if known yet. */
  readonly protocolVersion: Revision | undefined;
  /** Aborted when the request is given up. */
  readonly signal?: AbortSignal | undefined;
}

/** The answer of a server that refused a request. */
export interface ClientRefusal {
  /** The HTTP status, 401 or 403. */
  readonly status: number;
  /** Returns a header of the response by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** How often this request was refused before: 0 at first. */
  readonly attempt: number;
}
