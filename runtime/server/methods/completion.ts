import { offers } from "./capabilities.js";
import type { Methods, ServerCore } from "./method.js";
import { useLazyHandlers } from "./lazy-handlers.js";

/** @see MCP 2026-07-28, Completion */
export function completionMethods(core: ServerCore): Methods {
  return [
    [
      "completion/complete",
      {
        eras: "both",
        serves: () => offers(core, "completions"),
        names: "reference",
        handle: (request) => useLazyHandlers(request, ({ complete }) => complete(core, request)),
      },
    ],
  ];
}
