import { openHttp, openSse, openUrl } from "../../connect/connect-http.js";
import type { OpenConnection } from "../manager-model.js";

/** Opens a connection by the functions behind `connect`. Child processes are loaded only for servers that are some. */
export const openServer: OpenConnection = async (target, options, transport) => {
  if (typeof target === "string" || target instanceof URL) {
    if (transport === "sse") return openSse(target, options);
    return transport === "http" ? openHttp(target, options) : openUrl(target, options);
  }
  const { openStdio } = await import("../../connect/connect-stdio.js");
  if ("command" in target) return openStdio(target, options);
  const [command = "", ...args] = target;
  return openStdio({ command, args }, options);
};
