import { member } from "../../protocol/json.js";
import { isLogLevel } from "../../protocol/model.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import type { Methods } from "./method.js";

/** @see MCP 2025-11-25, Logging */
export function loggingMethods(): Methods {
  return [
    [
      "logging/setLevel",
      {
        eras: "legacy",
        names: "nothing",
        serves: (request) => request === undefined || request.session !== undefined,
        handle: ({ params, session }) => {
          const level = member(params, "level");
          if (!isLogLevel(level)) {
            throw new ProtocolError(errorCodes.invalidParams, "`level` must be a log level.");
          }
          session?.change({ logLevel: level });
          return "{}";
        },
      },
    ],
  ];
}
