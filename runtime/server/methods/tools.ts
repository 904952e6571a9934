import { offers } from "./capabilities.js";
import { callCode, useCalls } from "./lazy-calls.js";
import { listPage } from "./list-page.js";
import type { Methods, ServerCore } from "./method.js";

/** @see MCP 2026-07-28, Tools */
export function toolMethods(core: ServerCore): Methods {
  const serves = (): boolean => offers(core, "tools");
  return [
    [
      "tools/list",
      { eras: "both", serves, names: "nothing", handle: (request) => listPage(core, request) },
    ],
    [
      "tools/call",
      {
        eras: "both",
        serves,
        names: "tool",
        handle: (request) => {
          const code = callCode.value;
          if (code) return code.callTool(core, request);
          return useCalls(request, ({ callTool }) => callTool(core, request));
        },
      },
    ],
  ];
}
