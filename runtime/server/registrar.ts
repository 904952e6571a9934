import type { JsonObject } from "../protocol/json.js";
import type { CallToolResult, ReadResourceResult, ToolHints } from "../protocol/model.js";
import type { Media } from "../upstream/media.js";
import type { Operation } from "../upstream/operation.js";
import type { CallContext } from "./call-context.js";

/** A tool of your own. */
export interface ToolDefinition {
  /** Unique in the server; 1 to 128 of `A-Z a-z 0-9 _ - .` */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** JSON Schema 2020-12 of the arguments, an object at its root; absent: there are none. */
  readonly input?: JsonObject;
  /** JSON Schema 2020-12 of the structured result. */
  readonly output?: JsonObject;
  readonly annotations?: ToolHints;
  readonly tags?: readonly string[];
}

/** A resource of your own, at one URI. */
export interface ResourceDefinition {
  /** RFC 3986; unique in the server. */
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly tags?: readonly string[];
}

/** Resources of your own, at every URI that fits. */
export interface TemplateDefinition extends Omit<ResourceDefinition, "uri"> {
  /** RFC 6570: `{x}` in the path, a last `{+x}`, and `{?a,b}` at the end. */
  readonly uriTemplate: string;
  /** JSON Schema 2020-12 of the variables; absent: all are strings. */
  readonly input?: JsonObject;
}

/** Text, a JSON value, `Media`, or a whole MCP tool result (recognised by its `content`). */
export type ToolOutput = CallToolResult | Media | unknown;

/** Text, a JSON value, `Media`, or a whole MCP read result (recognised by its `contents`). */
export type ResourceOutput = ReadResourceResult | Media | unknown;

/** Arguments as the tool's schema allows them. */
export type ToolArguments = { readonly [name: string]: unknown };

/**
 * Where a server lists what it offers.
 *
 * Every method throws a TypeError when the name or URI is taken or malformed: that is a mistake in the program.
 */
export interface Registrar {
  /** Exposes an operation the way its facts say. */
  add<I, O>(operation: Operation<I, O>, handler: (input: I, ctx: CallContext) => Promise<O>): void;
  tool(
    definition: ToolDefinition,
    handler: (input: ToolArguments, ctx: CallContext) => ToolOutput | Promise<ToolOutput>,
  ): void;
  resource(
    definition: ResourceDefinition,
    handler: (uri: string, ctx: CallContext) => ResourceOutput | Promise<ResourceOutput>,
  ): void;
  template(
    definition: TemplateDefinition,
    handler: (
      variables: ToolArguments,
      ctx: CallContext,
      uri: string,
    ) => ResourceOutput | Promise<ResourceOutput>,
  ): void;
}
