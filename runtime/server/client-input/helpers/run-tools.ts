import type { SamplingContent, SamplingMessage } from "../../../protocol/client-requests.js";
import type { IncomingRequest } from "../../../session/incoming-request.js";
import type { AskOptions, CallContext } from "../../types/call-context.js";
import type { ToolRun, ToolRunParams } from "../../types/sampling.js";
import { ClientAnswerError } from "../errors.js";
import { offeredTool, type OfferedTool } from "./offered-tool.js";
import { nextKey } from "../question-keys.js";
import { sampleParams, withText } from "../sample-params.js";

const defaultMaxTurns = 8;

/** Maximum number of tools that the model may use at once. */
const maxUses = 16;

type ToolUse = Extract<SamplingContent, { readonly type: "tool_use" }>;
type ToolResult = Extract<SamplingContent, { readonly type: "tool_result" }>;

/** Number of loops that a run of a handler has begun. Keeps their values apart in `once`. */
const loops = new WeakMap<CallContext, number>();

/**
 * Asks the client's model with tools, runs those that it chooses, and goes on until it answers without.
 *
 * @throws TypeError for a name that the server has no tool of; ClientAnswerError if there is no answer within the limit
 * @see MCP 2026-07-28, Sampling, Multi-turn Tool Loop
 */
export async function runTools(
  ctx: CallContext,
  request: IncomingRequest,
  { tools, maxTurns = defaultMaxTurns, toolChoice, ...prompt }: ToolRunParams,
  options: AskOptions,
): Promise<ToolRun> {
  if (!Number.isInteger(maxTurns) || maxTurns < 1) {
    throw new TypeError(`\`maxTurns\` must be a positive integer, not ${maxTurns}.`);
  }
  const offered = new Map(tools.map((each) => nameAndTool(offeredTool(each, request))));
  if (offered.size < tools.length) throw new TypeError("Two of the offered tools have one name.");
  const params = {
    ...sampleParams(prompt),
    tools: [...offered.values()].map(({ listed }) => listed),
  };
  const loop = (loops.get(ctx) ?? 0) + 1;
  loops.set(ctx, loop);
  let messages: readonly SamplingMessage[] = params.messages;
  for (let turn = 1; ; turn++) {
    const isLast = turn === maxTurns;
    // A choice that the handler demands is for the first turn: the model could never end otherwise.
    const choice = isLast ? { mode: "none" as const } : turn === 1 ? toolChoice : undefined;
    const answer = await ctx.sample(
      { ...params, messages, ...(choice && { toolChoice: choice }) },
      nextKey(options, turn),
    );
    messages = [...messages, { role: "assistant", content: answer.content }];
    const uses = usesOf(answer);
    if (uses.length === 0) return withText({ ...answer, messages });
    if (isLast) {
      throw new ClientAnswerError(`The model has given no answer in ${maxTurns} turns.`);
    }
    const results = uses.map(async (use, index) =>
      index < maxUses
        ? ctx.once(`runTools ${loop}.${turn}.${index}`, () => run(use, offered, ctx))
        : failed(use, `At most ${maxUses} tools can be used at once.`),
    );
    messages = [...messages, { role: "user", content: await Promise.all(results) }];
  }
}

function nameAndTool(tool: OfferedTool): [string, OfferedTool] {
  return [tool.listed.name, tool];
}

function usesOf({ content }: SamplingMessage): readonly ToolUse[] {
  const blocks = (Array.isArray(content) ? content : [content]) as readonly SamplingContent[];
  return blocks.filter((block) => block.type === "tool_use");
}

async function run(
  use: ToolUse,
  offered: ReadonlyMap<string, OfferedTool>,
  ctx: CallContext,
): Promise<ToolResult> {
  const tool = offered.get(use.name);
  if (!tool) return failed(use, `There is no tool ${use.name.slice(0, 128)}.`);
  const { content, structuredContent, isError } = await tool.run(use.input, ctx);
  return {
    type: "tool_result",
    toolUseId: use.id,
    content,
    ...(structuredContent !== undefined && { structuredContent }),
    ...(isError && { isError }),
  };
}

function failed({ id }: ToolUse, text: string): ToolResult {
  return { type: "tool_result", toolUseId: id, content: [{ type: "text", text }], isError: true };
}
