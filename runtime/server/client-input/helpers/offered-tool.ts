/** Tools that the client's model may use: those of the server, and those that a handler gives it. */
import { defined } from "../../../protocol/defined.js";
import type { JsonObject } from "../../../protocol/json.js";
import type { CallToolResult } from "../../../protocol/model.js";
import { ToolError } from "../../../protocol/tool-error.js";
import { readSchema } from "../../../schema/standard-schema.js";
import type { IncomingRequest } from "../../../session/incoming-request.js";
import { mayUse } from "../../../session/scope-check.js";
import type { OwnTool } from "../../../session/server-side.js";
import { argumentCheck, wrongArguments } from "../../results/check-arguments.js";
import { toolFailure } from "../../results/tool-failure.js";
import { resultChecks } from "../../results/lazy-result-checks.js";
import type { CallContext } from "../../types/call-context.js";
import type { GivenTool } from "../../types/sampling.js";
import { inTime } from "../in-time.js";
import { isInputRequired } from "../input-required.js";
import { NestedContext } from "./nested-context.js";

export interface OfferedTool {
  /** As the model sees it. */
  readonly listed: {
    readonly name: string;
    readonly description?: string;
    readonly inputSchema: JsonObject;
  };
  /** Never throws for a failure of the tool, which becomes a result with `isError`. */
  run(args: JsonObject, ctx: CallContext): Promise<CallToolResult>;
}

/** @throws TypeError for a name that the server has no tool of, or an unusable schema */
export function offeredTool(tool: string | GivenTool, request: IncomingRequest): OfferedTool {
  return typeof tool === "string" ? serverTool(tool, request) : givenTool(tool, request);
}

/** A registered tool of the server, whose `call` the session does not know. */
interface CallableTool extends OwnTool {
  call(args: JsonObject, ctx: CallContext): unknown;
  readonly handleLate?: (error: Error, args: JsonObject, ctx: CallContext) => unknown;
}

function serverTool(name: string, request: IncomingRequest): OfferedTool {
  const { server, caller } = request;
  const tool = server?.tools.get(name) as CallableTool | undefined;
  if (!server || !tool) throw new TypeError(`The server has no tool ${JSON.stringify(name)}.`);
  const { description, inputSchema } = tool.describe();
  const call = async (args: JsonObject, ctx: CallContext): Promise<unknown> => {
    if (caller) {
      const scopes = await server.scopesFor("tools/call", { name, arguments: args }, caller);
      if (!mayUse(request, scopes)) {
        throw new ToolError(`The user's access token lacks a scope that the tool ${name} needs.`);
      }
    }
    const { timeoutMs, handleLate } = tool;
    const nested = new NestedContext(ctx, name, undefined);
    if (timeoutMs === undefined) return tool.call(args, nested);
    return inTime(
      timeoutMs,
      ctx.signal,
      async (signal) => tool.call(args, new NestedContext(ctx, name, signal)),
      handleLate && ((error) => handleLate(error, args, nested)),
    );
  };
  return {
    listed: { name, ...defined({ description }), inputSchema },
    run: runner(name, request, call),
  };
}

const noArguments = { type: "object", additionalProperties: false } as const;

function givenTool(
  { name, description, input, run }: GivenTool,
  request: IncomingRequest,
): OfferedTool {
  const read = readSchema(input ?? noArguments, "input", name);
  const check = argumentCheck(() => read.schema, read);
  const call = async (given: JsonObject, ctx: CallContext): Promise<unknown> => {
    const args = await check(given, wrongArguments);
    const value = await run(args);
    return resultChecks.use(({ ToolResultWriter }) =>
      new ToolResultWriter({}).write(value, () => `tool:${name}`, ctx),
    );
  };
  return {
    listed: { name, ...defined({ description }), inputSchema: read.schema },
    run: runner(name, request, call),
  };
}

/** Runs a tool, and turns its failures into results. */
function runner(
  name: string,
  request: IncomingRequest,
  call: (args: JsonObject, ctx: CallContext) => Promise<unknown>,
): OfferedTool["run"] {
  return async (args, ctx) => {
    try {
      const result = await call(args, ctx);
      if (!isInputRequired(result)) return result as CallToolResult;
      throw new ToolError(`The tool ${name} asks the client, which it can't do here.`);
    } catch (error) {
      ctx.signal.throwIfAborted();
      return toolFailure(error, name, request.server?.log);
    }
  };
}
