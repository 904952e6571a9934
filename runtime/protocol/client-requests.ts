/** Requests that a server may send to a client while it handles a request. */
import type { JsonObject } from "./json.js";
import type { ContentBlock, Role } from "./model.js";

/** The methods that clients implement. */
export type ClientMethod = "elicitation/create" | "sampling/createMessage" | "roots/list";

/** A form for the user to fill in. @see MCP 2026-07-28, Elicitation, Form Mode */
export interface ElicitFormParams {
  readonly mode?: "form";
  readonly message: string;
  /** Schema of a flat object of primitives and enumerations. */
  readonly requestedSchema: ElicitationSchema;
}

/** A page that the user is asked to visit. @see MCP 2026-07-28, Elicitation, URL Mode */
export interface ElicitUrlParams {
  readonly mode: "url";
  readonly message: string;
  readonly url: string;
  /** Identifies the visit in `notifications/elicitation/complete`. At 2025-11-25 only. */
  readonly elicitationId?: string;
}

/** A question for the user: a form to fill in, or a page to visit. */
export type ElicitParams = ElicitFormParams | ElicitUrlParams;

/** The form that a server asks its user to fill in: an object with plain members. */
export interface ElicitationSchema {
  readonly type: "object";
  readonly properties: { readonly [name: string]: PrimitiveSchema };
  readonly required?: readonly string[];
}

interface PrimitiveSchemaBase {
  readonly title?: string;
  readonly description?: string;
}

/** @see MCP 2026-07-28 PrimitiveSchemaDefinition */
export type PrimitiveSchema = PrimitiveSchemaBase &
  (
    | {
        readonly type: "string";
        readonly minLength?: number;
        readonly maxLength?: number;
        readonly format?: "email" | "uri" | "date" | "date-time";
        readonly default?: string;
      }
    | {
        readonly type: "number" | "integer";
        readonly minimum?: number;
        readonly maximum?: number;
        readonly default?: number;
      }
    | { readonly type: "boolean"; readonly default?: boolean }
    | {
        readonly type: "string";
        readonly enum: readonly string[];
        /** Titles of the values, in order. Deprecated in favour of `oneOf`. */
        readonly enumNames?: readonly string[];
        readonly default?: string;
      }
    | { readonly type: "string"; readonly oneOf: readonly TitledValue[]; readonly default?: string }
    | {
        readonly type: "array";
        readonly minItems?: number;
        readonly maxItems?: number;
        readonly items:
          | { readonly type: "string"; readonly enum: readonly string[] }
          | { readonly anyOf: readonly TitledValue[] };
        readonly default?: readonly string[];
      }
  );

/** A value to choose from, with the text that the user sees. */
export interface TitledValue {
  readonly const: string;
  readonly title: string;
}

/** @see MCP 2026-07-28 ElicitResult */
export interface ElicitResult {
  readonly action: "accept" | "decline" | "cancel";
  /** Present in form mode if the action is `accept`. */
  readonly content?: { readonly [name: string]: string | number | boolean | readonly string[] };
}

/** A message of the conversation that the client's model continues. @see MCP 2026-07-28 SamplingMessage */
export interface SamplingMessage {
  readonly role: Role;
  readonly content: SamplingContent | readonly SamplingContent[];
  readonly _meta?: JsonObject;
}

/** What a message of a sampling request holds: text, an image, audio, or the use or result of a tool. */
export type SamplingContent =
  | Extract<ContentBlock, { readonly type: "text" | "image" | "audio" }>
  | {
      readonly type: "tool_use";
      readonly id: string;
      readonly name: string;
      readonly input: JsonObject;
      readonly _meta?: JsonObject;
    }
  | {
      readonly type: "tool_result";
      readonly toolUseId: string;
      readonly content: readonly ContentBlock[];
      readonly structuredContent?: unknown;
      readonly isError?: boolean;
      readonly _meta?: JsonObject;
    };

/** @see MCP 2026-07-28 CreateMessageRequestParams */
export interface SamplingParams {
  readonly messages: readonly SamplingMessage[];
  readonly maxTokens: number;
  readonly systemPrompt?: string;
  readonly modelPreferences?: {
    readonly hints?: readonly { readonly name?: string }[];
    readonly costPriority?: number;
    readonly speedPriority?: number;
    readonly intelligencePriority?: number;
  };
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
  readonly includeContext?: "none" | "thisServer" | "allServers";
  readonly metadata?: JsonObject;
  /** Requires the client's capability `sampling.tools`. */
  readonly tools?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly inputSchema: JsonObject;
  }[];
  readonly toolChoice?: { readonly mode?: "auto" | "required" | "none" };
}

/** @see MCP 2026-07-28 CreateMessageResult */
export interface SamplingResult extends SamplingMessage {
  readonly model: string;
  /** `endTurn`, `stopSequence`, `maxTokens`, `toolUse`, or a reason of the client's own. */
  readonly stopReason?: string;
}

/** A folder that the client allows the server to use. @see MCP 2026-07-28 Root */
export interface Root {
  /** A `file:` URI. */
  readonly uri: string;
  readonly name?: string;
  readonly _meta?: JsonObject;
}

/** The requests that a client supports. @see MCP 2026-07-28 ClientCapabilities */
export interface ClientCapabilities {
  readonly elicitation?: { readonly form?: JsonObject; readonly url?: JsonObject };
  readonly sampling?: { readonly tools?: JsonObject; readonly context?: JsonObject };
  readonly roots?: { readonly listChanged?: boolean };
  /** Questions that the client takes as tasks; at 2025-11-25 only. This runtime asks none as a task. */
  readonly tasks?: {
    readonly list?: JsonObject;
    readonly cancel?: JsonObject;
    readonly requests?: {
      readonly sampling?: { readonly createMessage?: JsonObject };
      readonly elicitation?: { readonly create?: JsonObject };
    };
  };
  readonly extensions?: { readonly [id: string]: JsonObject };
  readonly experimental?: { readonly [name: string]: JsonObject };
}
