/** The params of each method in each revision. Types only. */
import type { ElicitFormParams, ElicitUrlParams, SamplingParams } from "../client-requests.js";
import type { JsonObject } from "../json.js";
import type { LogLevel } from "../model.js";
import type { RequestId } from "../json-rpc.js";
import type { LegacyRevision, ModernRevision, Revision } from "../revisions.js";
import type { AnswersAt } from "./answers.js";
import type { ClientCapabilitiesAt } from "./capabilities.js";
import type {
  Flat,
  From20250326,
  From20250618,
  From20251125,
  MembersAt,
  OnlyAt,
} from "./members.js";
import type {
  FormAt,
  ImplementationAt,
  LegacyTask,
  ProgressMeta,
  QuestionMetaAt,
  SamplingMessageAt,
  ToolAt,
} from "./values.js";

/** Metadata of a client's request since 2026-07-28. @see MCP 2026-07-28 RequestMetaObject */
interface ModernRequestMeta extends ProgressMeta {
  readonly "io.modelcontextprotocol/protocolVersion": string;
  readonly "io.modelcontextprotocol/clientCapabilities": ClientCapabilitiesAt<ModernRevision>;
  readonly "io.modelcontextprotocol/clientInfo"?: ImplementationAt<ModernRevision>;
  readonly "io.modelcontextprotocol/logLevel"?: LogLevel;
}

type Asked<R extends Revision> = R extends ModernRevision
  ? { readonly _meta: ModernRequestMeta }
  : { readonly _meta?: ProgressMeta };

type Paged<R extends Revision> = Asked<R> & { readonly cursor?: string };

/** What the client answers to questions of an earlier round. @see MCP 2026-07-28 InputResponseRequestParams */
type Answering<R extends Revision> = OnlyAt<
  R,
  ModernRevision,
  {
    readonly inputResponses?: { readonly [name: string]: AnswersAt<R>[keyof AnswersAt<R>] };
    readonly requestState?: string;
  }
>;

/** A request that may become a task. @see MCP 2025-11-25 TaskAugmentedRequestParams */
type TaskWish<R extends Revision> = OnlyAt<
  R,
  "2025-11-25",
  { readonly task?: { readonly ttl?: number } }
>;

interface Told {
  readonly _meta?: JsonObject;
}

interface OfTask {
  readonly taskId: string;
  readonly _meta?: ProgressMeta;
}

/** The notifications that a client wants. @see MCP 2026-07-28 SubscriptionFilter */
interface SubscriptionFilter {
  readonly toolsListChanged?: boolean;
  readonly promptsListChanged?: boolean;
  readonly resourcesListChanged?: boolean;
  readonly resourceSubscriptions?: readonly string[];
}

type Completed<R extends Revision> = Asked<R> & {
  readonly ref:
    | ({ readonly type: "ref/prompt"; readonly name: string } & OnlyAt<
        R,
        From20250618,
        { readonly title?: string }
      >)
    | { readonly type: "ref/resource"; readonly uri: string };
  readonly argument: { readonly name: string; readonly value: string };
} & OnlyAt<
    R,
    From20250618,
    { readonly context?: { readonly arguments?: { readonly [name: string]: string } } }
  >;

type Sampled<R extends Revision> = QuestionMetaAt<R> &
  TaskWish<R> &
  MembersAt<R, Omit<SamplingParams, "messages" | "tools">, { toolChoice: From20251125 }> & {
    readonly messages: readonly SamplingMessageAt<R>[];
  } & OnlyAt<R, From20251125, { readonly tools?: readonly ToolAt<R>[] }>;

type Elicited<R extends Revision> = QuestionMetaAt<R> &
  TaskWish<R> &
  (
    | (MembersAt<R, Omit<ElicitFormParams, "requestedSchema">, { mode: From20251125 }> & {
        readonly requestedSchema: FormAt<R>;
      })
    | (R extends From20251125
        ? Omit<ElicitUrlParams, "elicitationId"> &
            OnlyAt<R, "2025-11-25", { readonly elicitationId: string }>
        : never)
  );

interface RequestParams<R extends Revision> {
  // Of clients.
  readonly initialize: Asked<R> & {
    readonly protocolVersion: string;
    readonly capabilities: ClientCapabilitiesAt<R>;
    readonly clientInfo: ImplementationAt<R>;
  };
  readonly "server/discover": Asked<R>;
  readonly "tools/list": Paged<R>;
  readonly "tools/call": Asked<R> &
    Answering<R> &
    TaskWish<R> & { readonly name: string; readonly arguments?: JsonObject };
  readonly "resources/list": Paged<R>;
  readonly "resources/templates/list": Paged<R>;
  readonly "resources/read": Asked<R> & Answering<R> & { readonly uri: string };
  readonly "resources/subscribe": Asked<R> & { readonly uri: string };
  readonly "resources/unsubscribe": Asked<R> & { readonly uri: string };
  readonly "subscriptions/listen": Asked<R> & { readonly notifications: SubscriptionFilter };
  readonly "prompts/list": Paged<R>;
  readonly "prompts/get": Asked<R> &
    Answering<R> & {
      readonly name: string;
      readonly arguments?: { readonly [name: string]: string };
    };
  readonly "completion/complete": Completed<R>;
  readonly "logging/setLevel": Asked<R> & { readonly level: LogLevel };
  // Of servers.
  readonly "sampling/createMessage": Sampled<R>;
  readonly "elicitation/create": Elicited<R>;
  readonly "roots/list": { readonly _meta?: R extends ModernRevision ? JsonObject : ProgressMeta };
  // Of both.
  readonly ping: Asked<R>;
  readonly "tasks/get": OfTask;
  readonly "tasks/result": OfTask;
  readonly "tasks/cancel": OfTask;
  readonly "tasks/list": Paged<R>;
}

interface NotificationParams<R extends Revision> {
  readonly "notifications/initialized": Told;
  readonly "notifications/cancelled": Told &
    (R extends "2025-11-25"
      ? { readonly requestId?: RequestId; readonly reason?: string }
      : { readonly requestId: RequestId; readonly reason?: string });
  readonly "notifications/progress": Told & {
    readonly progressToken: string | number;
    readonly progress: number;
    readonly total?: number;
  } & OnlyAt<R, From20250326, { readonly message?: string }>;
  readonly "notifications/message": Told & {
    readonly level: LogLevel;
    readonly logger?: string;
    readonly data: unknown;
  };
  readonly "notifications/tools/list_changed": Told;
  readonly "notifications/prompts/list_changed": Told;
  readonly "notifications/resources/list_changed": Told;
  readonly "notifications/resources/updated": Told & { readonly uri: string };
  readonly "notifications/subscriptions/acknowledged": Told & {
    readonly notifications: SubscriptionFilter;
  };
  readonly "notifications/roots/list_changed": Told;
  readonly "notifications/elicitation/complete": Told & { readonly elicitationId: string };
  readonly "notifications/tasks/status": Told & LegacyTask;
}

/** The revisions of the methods that not all revisions have. */
interface RevisionsOfMethods {
  readonly initialize: LegacyRevision;
  readonly ping: LegacyRevision;
  readonly "logging/setLevel": LegacyRevision;
  readonly "resources/subscribe": LegacyRevision;
  readonly "resources/unsubscribe": LegacyRevision;
  readonly "server/discover": ModernRevision;
  readonly "subscriptions/listen": ModernRevision;
  readonly "elicitation/create": From20250618;
  readonly "tasks/get": "2025-11-25";
  readonly "tasks/result": "2025-11-25";
  readonly "tasks/cancel": "2025-11-25";
  readonly "tasks/list": "2025-11-25";
  readonly "notifications/initialized": LegacyRevision;
  readonly "notifications/roots/list_changed": LegacyRevision;
  readonly "notifications/subscriptions/acknowledged": ModernRevision;
  readonly "notifications/elicitation/complete": "2025-11-25";
  readonly "notifications/tasks/status": "2025-11-25";
}

type RequestParamsAt<R extends Revision> = MembersAt<R, RequestParams<R>, RevisionsOfMethods>;
type NotificationParamsAt<R extends Revision> = MembersAt<
  R,
  NotificationParams<R>,
  RevisionsOfMethods
>;

/**
 * The requests of a revision, of clients and of servers. Since 2026-07-28 those of servers, such as `elicitation/create`, are
 * asked in the result of a client's request.
 *
 * @see The schema of each revision, ClientRequest and ServerRequest; MCP 2026-07-28 InputRequest
 */
export type RequestMethodAt<R extends Revision> = R extends Revision
  ? keyof RequestParamsAt<R>
  : never;

/** The notifications of a revision, of clients and of servers. */
export type NotificationMethodAt<R extends Revision> = R extends Revision
  ? keyof NotificationParamsAt<R>
  : never;

/**
 * The `params` of a request or a notification in a revision, with the members that its schema defines. All members are optional
 * where a message may leave out its `params`. The methods of extensions are not part of a revision.
 *
 * @see The schema of each revision, such as MCP 2026-07-28 CallToolRequestParams
 */
export type ParamsAt<
  R extends Revision,
  M extends RequestMethodAt<R> | NotificationMethodAt<R>,
> = R extends Revision
  ? M extends keyof RequestParamsAt<R>
    ? Flat<RequestParamsAt<R>[M]>
    : M extends keyof NotificationParamsAt<R>
      ? Flat<NotificationParamsAt<R>[M]>
      : never
  : never;
