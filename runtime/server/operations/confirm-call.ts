import { ToolError } from "../../protocol/tool-error.js";
import type { Operation } from "../../contract/operation.js";
import { ClientCapabilityError } from "../client-input/errors.js";
import type { CallContext } from "../types/call-context.js";
import type { ToolArguments } from "../types/definitions.js";
import { confirmationText } from "./confirmation-text.js";
import type { OperationHost } from "./operation-host.js";

/**
 * Asks the user to confirm the call of an operation.
 *
 * @throws ToolError when the user declines, when the client can't ask and the operation must not be called without, or when
 *   there is more than a user can confirm
 * @see MCP 2026-07-28, Elicitation
 */
export async function confirmCall(
  operation: Operation,
  args: ToolArguments,
  ctx: CallContext,
  host: OperationHost,
): Promise<void> {
  const message = confirmationText(operation, args, (await host.upstream()).targetOf(operation));
  let action: string;
  try {
    const requestedSchema = { type: "object", properties: {} } as const;
    ({ action } = await ctx.elicit(
      { message, requestedSchema },
      { key: "confirm", mustBeAsked: true },
    ));
  } catch (error) {
    if (!(error instanceof ClientCapabilityError)) throw error;
    if (operation.confirm?.otherwise === "call") return;
    throw new ToolError(
      "This tool needs the user's confirmation, but this client can't ask for it (it does not declare form elicitation). Nothing was sent.",
    );
  }
  if (action !== "accept")
    throw new ToolError("The user did not confirm the call. Nothing was sent.");
}
