import type { IncomingRequest } from "../../session/incoming-request.js";
import type { TaskRequests } from "../tasks/requests.js";
import { ownerOf } from "../tasks/owner.js";
import { offersTasks } from "../tasks/policy.js";
import type { Method, Methods, ServerCore } from "./method.js";

/** @see MCP 2025-11-25, Tasks; SEP-2663, Tasks Extension */
export function taskMethods(core: ServerCore): Methods {
  const serves = (request: IncomingRequest | undefined): boolean =>
    (request === undefined || request.protocolVersion >= "2025-11-25") && offersTasks(core);
  const lists = (request: IncomingRequest | undefined): boolean =>
    serves(request) && (request === undefined || ownerOf(request) !== undefined);
  const by =
    (method: "get" | "update" | "cancel" | "result" | "list"): Method["handle"] =>
    (request) =>
      core.tasks.ask(request, (taskRequests: TaskRequests) => taskRequests[method](request));
  return [
    ["tasks/get", { eras: "both", serves, handle: by("get") }],
    ["tasks/update", { eras: "modern", serves, handle: by("update") }],
    ["tasks/cancel", { eras: "both", serves, handle: by("cancel") }],
    ["tasks/result", { eras: "legacy", serves, handle: by("result") }],
    ["tasks/list", { eras: "legacy", serves: lists, handle: by("list") }],
  ];
}
