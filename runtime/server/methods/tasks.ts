import type { IncomingRequest } from "../../session/incoming-request.js";
import { ownerOf } from "../../session/owner.js";
import { offersTasks } from "../tasks/policy.js";
import type { Method, Methods, ServerCore } from "./method.js";

/** @see MCP 2025-11-25, Tasks; SEP-2663, Tasks Extension */
export function taskMethods(core: ServerCore): Methods {
  const serves = (request: IncomingRequest | undefined): boolean =>
    (request === undefined || request.protocolVersion >= "2025-11-25") && offersTasks(core);
  const lists = (request: IncomingRequest | undefined): boolean =>
    serves(request) &&
    (request === undefined || ownerOf(request.caller, request.session?.id) !== undefined);
  const answerWith =
    (method: "get" | "update" | "cancel" | "result" | "list"): Method["handle"] =>
    (request) =>
      core.tasks.answer(request, (requests) => requests[method](request));
  return [
    ["tasks/get", { eras: "both", serves, names: "task", handle: answerWith("get") }],
    ["tasks/update", { eras: "modern", serves, names: "task", handle: answerWith("update") }],
    ["tasks/cancel", { eras: "both", serves, names: "task", handle: answerWith("cancel") }],
    ["tasks/result", { eras: "legacy", serves, names: "task", handle: answerWith("result") }],
    ["tasks/list", { eras: "legacy", serves: lists, names: "nothing", handle: answerWith("list") }],
  ];
}
