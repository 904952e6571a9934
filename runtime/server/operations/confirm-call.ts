import { ToolError } from "../../protocol/tool-error.js";
import { argument, withPreset } from "../../upstream/request/arguments.js";
import { jsonText } from "../../upstream/request/json-text.js";
import type { Operation } from "../../contract/operation.js";
import { ClientCapabilityError } from "../client-input/errors.js";
import type { CallContext } from "../types/call-context.js";
import type { ToolArguments } from "../types/definitions.js";

/** Maximum length of the shown arguments, in characters. */
const maxArguments = 2000;

/**
 * Asks the user to confirm the call of an operation.
 *
 * @throws ToolError when the user declines, or when the client can't ask and the operation must not be called without
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
    const question = `${message ?? questionFor(operation)}${argumentLines(operation, args)}`;
    const requestedSchema = { type: "object", properties: {} } as const;
    ({ action } = await ctx.elicit({ message: question, requestedSchema }, { key: "confirm" }));
  } catch (error) {
    if (!(error instanceof ClientCapabilityError)) throw error;
    if (otherwise === "call") return;
    throw new ToolError(
      "This tool needs the user's confirmation, but this client can't ask for it (it does not declare form elicitation). Nothing was sent.",
    );
  }
  if (action !== "accept")
    throw new ToolError("The user did not confirm the call. Nothing was sent.");
}

function questionFor({ expose, request }: Operation): string {
  return `Call ${expose.title ?? expose.name} (${request.method} ${request.path})?`;
}

/** Lists all that would be sent, with all digits: the user confirms the call, whatever the message says. */
function argumentLines(operation: Operation, given: ToolArguments): string {
  const args = withPreset(operation, given);
  const lines = Object.keys(args).map((name) => `${name}: ${jsonText(argument(args, name))}`);
  if (lines.length === 0) return "";
  const text = lines.join("\n");
  const cut = text.length > maxArguments ? `${text.slice(0, maxArguments)} …` : text;
  return `\n\n${cut}`;
}
