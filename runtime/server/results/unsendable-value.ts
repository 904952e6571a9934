import { ToolError } from "../../protocol/tool-error.js";

/** A handler's mistake that the client is told of, too, because the value that it waits for can't be sent. */
export class UnsendableValue extends ToolError {
  override readonly name: string = "UnsendableValue";
}
