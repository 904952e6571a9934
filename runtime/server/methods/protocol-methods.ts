import { completionMethods } from "./completion.js";
import { lifecycleMethods } from "./lifecycle.js";
import { loggingMethods } from "./logging.js";
import type { Methods, ServerCore } from "./method.js";
import { promptMethods } from "./prompts.js";
import { resourceMethods } from "./resources.js";
import { subscriptionMethods } from "./subscriptions.js";
import { taskMethods } from "./tasks.js";
import { toolMethods } from "./tools.js";

/** Returns the methods of all revisions. */
export function protocolMethods(core: ServerCore): Methods {
  return [
    ...lifecycleMethods(core),
    ...toolMethods(core),
    ...resourceMethods(core),
    ...promptMethods(core),
    ...completionMethods(core),
    ...loggingMethods(),
    ...subscriptionMethods(core),
    ...taskMethods(core),
  ];
}
