/** The protocol's values in the shapes of its newest revision. `codec/` converts them for older ones. */
import type { JsonObject } from "./json.js";

/** An icon of a listed item. @see MCP 2026-07-28 Icon */
export interface Icon {
  /** An `https:` or `data:` URI. */
  readonly src: string;
  readonly mimeType?: string;
  /** Sizes such as `48x48`, or `any`. */
  readonly sizes?: readonly string[];
  readonly theme?: "light" | "dark";
}

/** @see MCP 2026-07-28 Implementation */
export interface Implementation {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly Icon[];
}

/** @see MCP 2026-07-28 ToolAnnotations */
export interface ToolHints {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** Undefined members are not sent. @see MCP 2026-07-28 Tool */
export interface Tool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject | undefined;
  readonly annotations?: ToolHints | undefined;
  readonly icons?: readonly Icon[] | undefined;
  /** Whether a call may become a task. Absent: never. Listed at 2025-11-25 only. @see MCP 2025-11-25, Tasks */
  readonly taskSupport?: TaskSupport | undefined;
  readonly _meta?: JsonObject | undefined;
}

/** Whether a tool may, must or must not run as a task. */
export type TaskSupport = "forbidden" | "optional" | "required";

/** @see MCP 2026-07-28 Resource */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** Size in bytes, before encoding. */
  readonly size?: number;
  readonly annotations?: Annotations;
  readonly icons?: readonly Icon[];
  readonly _meta?: JsonObject;
}

/** @see MCP 2026-07-28 ResourceTemplate */
export interface ResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly annotations?: Annotations;
  readonly icons?: readonly Icon[];
  readonly _meta?: JsonObject;
}

/** @see MCP 2026-07-28 PromptArgument */
export interface PromptArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required?: boolean;
}

/** @see MCP 2026-07-28 Prompt */
export interface Prompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly PromptArgument[];
  readonly icons?: readonly Icon[];
  readonly _meta?: JsonObject;
}

/** @see MCP 2026-07-28 Annotations */
export interface Annotations {
  readonly audience?: readonly ("user" | "assistant")[];
  readonly priority?: number;
  readonly lastModified?: string;
}

interface ContentBase {
  readonly annotations?: Annotations;
  readonly _meta?: JsonObject;
}

export interface TextContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text: string;
  readonly _meta?: JsonObject;
}

export interface BlobContents {
  readonly uri: string;
  readonly mimeType?: string;
  /** Base64. */
  readonly blob: string;
  readonly _meta?: JsonObject;
}

/** The contents of a resource: text, or bytes in base64. */
export type ResourceContents = TextContents | BlobContents;

/** @see MCP 2026-07-28 ContentBlock */
export type ContentBlock =
  | (ContentBase & { readonly type: "text"; readonly text: string })
  | (ContentBase & {
      readonly type: "image" | "audio";
      /** Base64. */
      readonly data: string;
      readonly mimeType: string;
    })
  | (ContentBase & {
      readonly type: "resource_link";
      readonly uri: string;
      readonly name: string;
      readonly title?: string;
      readonly description?: string;
      readonly mimeType?: string;
      /** Size in bytes, before encoding. */
      readonly size?: number;
    })
  | (ContentBase & { readonly type: "resource"; readonly resource: ResourceContents });

/** @see MCP 2026-07-28 CallToolResult */
export interface CallToolResult {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: JsonObject;
}

/** @see MCP 2026-07-28 ReadResourceResult */
export interface ReadResourceResult {
  readonly contents: readonly ResourceContents[];
  readonly _meta?: JsonObject;
}

/** @see MCP 2026-07-28 PromptMessage */
export interface PromptMessage {
  readonly role: Role;
  readonly content: ContentBlock;
}

/** Who says a message: the user, or the assistant, which is the model. */
export type Role = "user" | "assistant";

/** @see MCP 2026-07-28 GetPromptResult */
export interface GetPromptResult {
  readonly description?: string;
  readonly messages: readonly PromptMessage[];
  readonly _meta?: JsonObject;
}

/** Completions of an argument. @see MCP 2026-07-28 CompleteResult */
export interface Completion {
  /** At most 100 values. */
  readonly values: readonly string[];
  /** Total number of completions. */
  readonly total?: number;
  readonly hasMore?: boolean;
}

/** @see MCP 2025-11-25, Tasks, Task Status */
export type TaskStatus = "working" | "input_required" | "completed" | "failed" | "cancelled";

/** A task, in the shape of the newest revision. @see MCP 2025-11-25, Tasks; the extension io.modelcontextprotocol/tasks */
export interface Task {
  readonly taskId: string;
  readonly status: TaskStatus;
  readonly statusMessage?: string;
  readonly createdAt?: string;
  readonly lastUpdatedAt?: string;
  /** How long the server keeps the task, in milliseconds; null: without limit. */
  readonly ttlMs?: number | null;
  readonly pollIntervalMs?: number;
}

/** RFC 5424 severities, least severe first. */
export const logLevels = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
] as const;

/** How severe a message of a server's log is, by the levels of RFC 5424. */
export type LogLevel = (typeof logLevels)[number];

export function isLogLevel(value: unknown): value is LogLevel {
  return (logLevels as readonly unknown[]).includes(value);
}
