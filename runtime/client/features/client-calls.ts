import { parseTemplate } from "url-template";
import type { JsonObject } from "../../protocol/json.js";
import type {
  CallToolResult,
  ContentBlock,
  GetPromptResult,
  ResourceContents,
} from "../../protocol/model.js";
import type {
  CallOptions,
  ListOptions,
  McpClient,
  RequestOptions,
  TypedCalls,
  ValueForm,
} from "../client.js";
import { valueOf } from "./value-of.js";

/** The calls of generated classes. */
export class ClientCalls implements TypedCalls {
  readonly #mcp: McpClient;
  readonly #templates = new Map<string, ReturnType<typeof parseTemplate>>();

  constructor(mcp: McpClient) {
    this.#mcp = mcp;
  }

  async structured<Output>(name: string, input: unknown, options?: CallOptions): Promise<Output> {
    return (await this.#result(name, input, options)).structuredContent as Output;
  }

  async content(
    name: string,
    input: unknown,
    options?: CallOptions,
  ): Promise<readonly ContentBlock[]> {
    return (await this.#result(name, input, options)).content;
  }

  async value<Output>(
    name: string,
    form: ValueForm,
    input: unknown,
    options?: CallOptions,
  ): Promise<Output> {
    const result = await this.#result(name, input, options);
    return valueOf(result, form, this.#mcp.name) as Output;
  }

  async resource(uri: string, options?: ListOptions): Promise<readonly ResourceContents[]> {
    return (await this.#mcp.readResource(uri, options)).contents;
  }

  template(
    uriTemplate: string,
    variables: object,
    options?: ListOptions,
  ): Promise<readonly ResourceContents[]> {
    let template = this.#templates.get(uriTemplate);
    if (!template) this.#templates.set(uriTemplate, (template = parseTemplate(uriTemplate)));
    // The library would find inherited members, too.
    const own = Object.assign(Object.create(null) as object, variables);
    return this.resource(template.expand(own as Parameters<typeof template.expand>[0]), options);
  }

  prompt(name: string, args: object, options?: RequestOptions): Promise<GetPromptResult> {
    return this.#mcp.getPrompt(name, args as Readonly<Record<string, string>>, options);
  }

  #result(name: string, input: unknown, options: CallOptions | undefined): Promise<CallToolResult> {
    const settings = options ? { ...options, throwToolErrors: true } : throwing;
    return this.#mcp.callTool(name, input as JsonObject, settings);
  }
}

const throwing: CallOptions = { throwToolErrors: true };
