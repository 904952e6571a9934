import { offers } from "./capabilities.js";
import { listPage } from "./list-page.js";
import type { Methods, ServerCore } from "./method.js";
import { useLazyHandlers } from "./lazy-handlers.js";

/** @see MCP 2026-07-28, Prompts */
export function promptMethods(core: ServerCore): Methods {
  const serves = (): boolean => offers(core, "prompts");
  return [
    [
      "prompts/list",
      { eras: "both", serves, names: "nothing", handle: (request) => listPage(core, request) },
    ],
    [
      "prompts/get",
      {
        eras: "both",
        serves,
        names: "prompt",
        handle: (request) => useLazyHandlers(request, ({ getPrompt }) => getPrompt(core, request)),
      },
    ],
  ];
}
