import type { Tool } from "../../../protocol/model.js";
import type { McpClient, TypedCalls } from "../../client.js";
import { McpPermissionError, McpToolNotFoundError } from "../../errors.js";
import { ClientCalls } from "../../features/client-calls.js";
import type { Guard } from "./guard.js";

/** What a guarded client asks. */
export interface ClientRules {
  /** The server's alias. */
  readonly server: string;
  readonly guard: Guard;
  /** Whether there is a filter of tools. */
  readonly isFiltered: boolean;
  shows(tool: Tool): boolean;
  /** Returns a tool that the server has, by its own name. */
  find(tool: string): Tool | undefined;
}

/** A client that checks grants and filters before anything is sent. Without either it is the client itself. */
export function guardedClient(client: McpClient, rules: ClientRules): McpClient {
  if (rules.guard.isOpen && !rules.isFiltered) return client;
  const { server, guard } = rules;
  const mayCall = (name: string): void => {
    const tool = rules.find(name);
    if (rules.isFiltered && !(tool && rules.shows(tool))) {
      throw new McpToolNotFoundError(`No tool "${name}" of "${server}" is shown by the filter.`, {
        server,
      });
    }
    guard.check({ server, kind: "tool", name });
  };
  const mayRead = (name: string): void => guard.check({ server, kind: "resource", name });
  const mayGet = (name: string): void => guard.check({ server, kind: "prompt", name });
  const mayAsk = (method: string, what = "requests that are written by hand"): void => {
    if (guard.isOpen && !method.startsWith("tools/")) return;
    throw new McpPermissionError(
      `"${method}" was not sent to "${server}": grants and filters can't judge ${what}.`,
      { code: 403, server, data: { missing: { method } } },
    );
  };
  let calls: TypedCalls | undefined;
  const guarded: Partial<McpClient> = {
    listTools: async (options) =>
      (await client.listTools(options)).filter((each) => rules.shows(each)),
    async *tools(options) {
      for await (const each of client.tools(options)) if (rules.shows(each)) yield each;
    },
    callTool: async (name, ...rest) => (mayCall(name), client.callTool(name, ...rest)),
    startTool: async (name, ...rest) => (mayCall(name), client.startTool(name, ...rest)),
    task: (taskId) => (mayAsk("tasks/get", "tasks by their ids"), client.task(taskId)),
    readResource: async (uri, options) => (mayRead(uri), client.readResource(uri, options)),
    subscribe: async (uri, options) => (mayRead(uri), client.subscribe(uri, options)),
    getPrompt: async (name, ...rest) => (mayGet(name), client.getPrompt(name, ...rest)),
    complete: async (reference, ...rest) => {
      if (reference.type === "ref/prompt") mayGet(reference.name);
      else mayRead(reference.uri);
      return client.complete(reference, ...rest);
    },
    listen: async (filter, options) => {
      for (const uri of filter.resourceUris ?? []) mayRead(uri);
      return client.listen(filter, options);
    },
    request: async (method, ...rest) => (mayAsk(method), client.request(method, ...rest)),
    notify: async (method, params) => (mayAsk(method), client.notify(method, params)),
    // Those of the client itself would make their calls unchecked.
    get calls() {
      return (calls ??= new ClientCalls(proxy));
    },
  };
  const proxy: McpClient = new Proxy(client, {
    get(target, key) {
      if (Object.hasOwn(guarded, key)) return guarded[key as keyof McpClient];
      const value: unknown = Reflect.get(target, key, target);
      // The client's own members need the client itself.
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
    set: () => false,
  });
  return proxy;
}
