import { ToolError } from "../../protocol/tool-error.js";
import { argument } from "../../upstream/request/arguments.js";
import { jsonText } from "../../upstream/request/json-text.js";
import type { Operation } from "../../contract/operation.js";
import { withPreset } from "../../upstream/request/preset.js";
import { ClientCapabilityError } from "../client-input/errors.js";
import type { CallContext } from "../types/call-context.js";
import type { ToolArguments } from "../types/definitions.js";

/** Of the arguments that the user is shown, in characters. */
const longestArguments = 2000;

/**
 * Asks the user whether an operation may be called.
 *
 * @throws ToolError when they do not agree, or can't be asked and must be: then nothing was sent
 * @see MCP 2026-07-28, Elicitation
 */
export async function confirmCall(
  operation: Operation,
  args: ToolArguments,
  ctx: CallContext,
): Promise<void> {
  const { message, otherwise } = operation.confirm ?? {};
  let action: string;
  try {
    const question = `${message ?? ask(operation)}${shown(operation, args)}`;
    const requestedSchema = { type: "object", properties: {} } as const;
    ({ action } = await ctx.elicit({ message: question, requestedSchema }, { key: "confirm" }));
  } catch (error) {
    if (!(error instanceof ClientCapabilityError)) throw error;
    if (otherwise === "call") return;
    throw new ToolError(
      "This tool asks the user before it does anything, and this client can't ask (it declares no form elicitation). Nothing was sent.",
    );
  }
  if (action !== "accept") throw new ToolError("The user did not agree. Nothing was sent.");
}

function ask({ expose, request }: Operation): string {
  return `Call ${expose.title ?? expose.name} (${request.method} ${request.path})?`;
}

/** What the user is to agree to, whatever the message says: all that is sent, with all digits. */
function shown(operation: Operation, given: ToolArguments): string {
  const args = withPreset(operation, given);
  const lines = Object.keys(args).map((name) => `${name}: ${jsonText(argument(args, name))}`);
  if (lines.length === 0) return "";
  const text = lines.join("\n");
  const cut = text.length > longestArguments ? `${text.slice(0, longestArguments)} …` : text;
  return `\n\n${cut}`;
}
