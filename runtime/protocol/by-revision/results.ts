/** The results of each request in each revision. Types only. */
import type { ClientMethod } from "../client-requests.js";
import type { CacheHints } from "../codec/codec-writer.js";
import type { JsonObject } from "../json.js";
import type { RequestId } from "../json-rpc.js";
import type { CallToolResult, Completion, GetPromptResult, PromptMessage } from "../model.js";
import type { ModernRevision, Revision } from "../revisions.js";
import type { AnswersAt } from "./answers.js";
import type { ServerCapabilitiesAt } from "./capabilities.js";
import type { Flat, From20250618, OnlyAt, Replace } from "./members.js";
import type { ParamsAt, RequestMethodAt } from "./params.js";
import type {
  ContentAt,
  ImplementationAt,
  LegacyTask,
  PromptAt,
  ResourceAt,
  ResourceContentsAt,
  ResourceTemplateAt,
  StructuredAt,
  ToolAt,
} from "./values.js";

/** Metadata of a server's result since 2026-07-28. @see MCP 2026-07-28 ResultMetaObject */
interface ModernResultMeta {
  readonly "io.modelcontextprotocol/serverInfo"?: ImplementationAt<ModernRevision>;
  readonly [name: string]: unknown;
}

interface WithMeta {
  readonly _meta?: JsonObject;
}

/** The members of all results of servers. */
type Answered<R extends Revision> = R extends ModernRevision
  ? { readonly resultType: "complete"; readonly _meta?: ModernResultMeta }
  : WithMeta;

type Cached<R extends Revision> = Answered<R> & OnlyAt<R, ModernRevision, CacheHints>;

type Listed<R extends Revision> = Cached<R> & { readonly nextCursor?: string };

/** A question for the client. @see MCP 2026-07-28 InputRequest */
type Question = {
  [M in ClientMethod]: { readonly method: M } & (M extends "roots/list"
    ? { readonly params?: ParamsAt<ModernRevision, M> }
    : { readonly params: ParamsAt<ModernRevision, M> });
}[ClientMethod];

/** Questions for the client, which asks again with the answers. @see MCP 2026-07-28 InputRequiredResult */
type OrQuestions<R extends Revision> = R extends ModernRevision
  ? {
      readonly resultType: "input_required";
      readonly inputRequests?: { readonly [name: string]: Question };
      readonly requestState?: string;
      readonly _meta?: ModernResultMeta;
    }
  : never;

/** The task that a request has become. @see MCP 2025-11-25 CreateTaskResult */
type OrTask<R extends Revision> = R extends "2025-11-25"
  ? WithMeta & { readonly task: LegacyTask }
  : never;

interface Results<R extends Revision> {
  // Of servers.
  readonly initialize: WithMeta & {
    readonly protocolVersion: string;
    readonly capabilities: ServerCapabilitiesAt<R>;
    readonly serverInfo: ImplementationAt<R>;
    readonly instructions?: string;
  };
  readonly "server/discover": Cached<R> & {
    readonly supportedVersions: readonly string[];
    readonly capabilities: ServerCapabilitiesAt<R>;
    readonly instructions?: string;
  };
  readonly "tools/list": Listed<R> & { readonly tools: readonly ToolAt<R>[] };
  readonly "tools/call":
    | (Answered<R> &
        Pick<CallToolResult, "isError"> & { readonly content: readonly ContentAt<R>[] } & OnlyAt<
          R,
          From20250618,
          { readonly structuredContent?: StructuredAt<R> }
        >)
    | OrQuestions<R>
    | OrTask<R>;
  readonly "resources/list": Listed<R> & { readonly resources: readonly ResourceAt<R>[] };
  readonly "resources/templates/list": Listed<R> & {
    readonly resourceTemplates: readonly ResourceTemplateAt<R>[];
  };
  readonly "resources/read":
    (Cached<R> & { readonly contents: readonly ResourceContentsAt<R>[] }) | OrQuestions<R>;
  readonly "resources/subscribe": WithMeta;
  readonly "resources/unsubscribe": WithMeta;
  readonly "subscriptions/listen": {
    readonly resultType: "complete";
    readonly _meta: ModernResultMeta & {
      readonly "io.modelcontextprotocol/subscriptionId": RequestId;
    };
  };
  readonly "prompts/list": Listed<R> & { readonly prompts: readonly PromptAt<R>[] };
  readonly "prompts/get":
    | (Answered<R> &
        Pick<GetPromptResult, "description"> & {
          readonly messages: readonly Replace<PromptMessage, { readonly content: ContentAt<R> }>[];
        })
    | OrQuestions<R>;
  readonly "completion/complete": Answered<R> & { readonly completion: Completion };
  readonly "logging/setLevel": WithMeta;
  // Of clients.
  readonly "sampling/createMessage": AnswersAt<R>["sampling/createMessage"] | OrTask<R>;
  readonly "elicitation/create": AnswersAt<R>["elicitation/create"] | OrTask<R>;
  readonly "roots/list": AnswersAt<R>["roots/list"];
  // Of both.
  readonly ping: WithMeta;
  readonly "tasks/get": WithMeta & LegacyTask;
  /** The result of the request that has become the task. */
  readonly "tasks/result": JsonObject & WithMeta;
  readonly "tasks/cancel": WithMeta & LegacyTask;
  readonly "tasks/list": Listed<R> & { readonly tasks: readonly LegacyTask[] };
}

/**
 * The `result` of a request in a revision, with the members that its schema defines. Where a request may be answered otherwise,
 * by a task at 2025-11-25 or by questions since 2026-07-28, it is a union.
 *
 * @see The schema of each revision, such as MCP 2026-07-28 CallToolResult
 */
export type ResultAt<R extends Revision, M extends RequestMethodAt<R>> = R extends Revision
  ? M extends RequestMethodAt<R>
    ? Flat<Results<R>[M & keyof Results<R>]>
    : never
  : never;
