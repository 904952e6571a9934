/** What lists and messages hold, by revision: types of `model.ts` and `client-requests.ts` with the members that one defines. */
import type {
  ElicitationSchema,
  PrimitiveSchema,
  Root,
  SamplingContent,
} from "../client-requests.js";
import type { JsonObject } from "../json.js";
import type {
  Annotations,
  ContentBlock,
  Icon,
  Implementation,
  Prompt,
  PromptArgument,
  Resource,
  ResourceContents,
  ResourceTemplate,
  Role,
  Task,
  TaskSupport,
  Tool,
} from "../model.js";
import type { LegacyRevision, ModernRevision, Revision } from "../revisions.js";
import type {
  From20250326,
  From20250618,
  From20251125,
  MembersAt,
  OnlyAt,
  Replace,
} from "./members.js";

interface Described {
  readonly title: From20250618;
  readonly _meta: From20250618;
  readonly icons: From20251125;
}

type AnnotationsAt<R extends Revision> = MembersAt<R, Annotations, { lastModified: From20250618 }>;

type Annotated<R extends Revision, T> = T extends unknown
  ? Replace<T, { readonly annotations?: AnnotationsAt<R> }>
  : never;

export type ImplementationAt<R extends Revision> = MembersAt<
  R,
  Implementation,
  {
    title: From20250618;
    description: From20251125;
    websiteUrl: From20251125;
    icons: From20251125;
  }
>;

export type ToolAt<R extends Revision> = MembersAt<
  R,
  Omit<Tool, "taskSupport">,
  Described & { outputSchema: From20250618; annotations: From20250326 }
> &
  OnlyAt<R, "2025-11-25", { readonly execution?: { readonly taskSupport?: TaskSupport } }>;

export type ResourceAt<R extends Revision> = Annotated<R, MembersAt<R, Resource, Described>>;

export type ResourceTemplateAt<R extends Revision> = Annotated<
  R,
  MembersAt<R, ResourceTemplate, Described>
>;

export type PromptAt<R extends Revision> = Replace<
  MembersAt<R, Prompt, Described>,
  { readonly arguments?: readonly MembersAt<R, PromptArgument, { title: From20250618 }>[] }
>;

export type RootAt<R extends Revision> = MembersAt<R, Root, { _meta: From20250618 }>;

export type ResourceContentsAt<R extends Revision> = MembersAt<
  R,
  ResourceContents,
  { _meta: From20250618 }
>;

type BlockAt<R extends Revision, Type extends ContentBlock["type"]> = Annotated<
  R,
  MembersAt<R, Extract<ContentBlock, { readonly type: Type }>, { _meta: From20250618 }>
>;

type MediaAt<R extends Revision> = Replace<
  BlockAt<R, "image" | "audio">,
  { readonly type: R extends From20250326 ? "image" | "audio" : "image" }
>;

export type ContentAt<R extends Revision> =
  | BlockAt<R, "text">
  | MediaAt<R>
  | Replace<BlockAt<R, "resource">, { readonly resource: ResourceContentsAt<R> }>
  | (R extends From20250618
      ? BlockAt<R, "resource_link"> & OnlyAt<R, From20251125, { readonly icons?: readonly Icon[] }>
      : never);

type SampledBlockAt<R extends Revision> =
  | BlockAt<R, "text">
  | MediaAt<R>
  | (R extends From20251125
      ? | Extract<SamplingContent, { readonly type: "tool_use" }>
        | Replace<
            Extract<SamplingContent, { readonly type: "tool_result" }>,
            {
              readonly content: readonly ContentAt<R>[];
              readonly structuredContent?: StructuredAt<R>;
            }
          >
      : never);

export type SampledContentAt<R extends Revision> =
  SampledBlockAt<R> | (R extends From20251125 ? readonly SampledBlockAt<R>[] : never);

export type SamplingMessageAt<R extends Revision> = {
  readonly role: Role;
  readonly content: SampledContentAt<R>;
} & OnlyAt<R, From20251125, { readonly _meta?: JsonObject }>;

/** Before 2026-07-28, structured content is an object. */
export type StructuredAt<R extends Revision> = R extends ModernRevision ? unknown : JsonObject;

/** At 2025-06-18 a form has no lists and no titles of choices, and only yes or no has a default. */
type EarlyField<Field> = Field extends { readonly type: "array" } | { readonly oneOf: unknown }
  ? never
  : Field extends { readonly type: "boolean" }
    ? Field
    : Omit<Field, "default">;

export type FormAt<R extends Revision> = R extends From20251125
  ? ElicitationSchema & { readonly $schema?: string }
  : Replace<
      ElicitationSchema,
      { readonly properties: { readonly [name: string]: EarlyField<PrimitiveSchema> } }
    >;

/** A task of 2025-11-25; `model.ts` has that of the extension. @see MCP 2025-11-25 Task */
export type LegacyTask = Required<Pick<Task, "taskId" | "status" | "createdAt" | "lastUpdatedAt">> &
  Pick<Task, "statusMessage"> & {
    /** How long the receiver keeps the task, in milliseconds; null: without limit. */
    readonly ttl: number | null;
    readonly pollInterval?: number;
  };

/** Metadata of requests to clients, which since 2026-07-28 are no messages of their own. */
export type QuestionMetaAt<R extends Revision> = OnlyAt<
  R,
  LegacyRevision,
  { readonly _meta?: ProgressMeta }
>;

/** Metadata of a request before 2026-07-28. */
export interface ProgressMeta {
  /** Asks for `notifications/progress` with this token. */
  readonly progressToken?: string | number;
  readonly [name: string]: unknown;
}
