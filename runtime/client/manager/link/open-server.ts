import type { OpenConnection } from "../manager-model.js";

/** Opens a connection by the functions behind `connect`, `connectHttp` and `connectSse`. */
export const openServer: OpenConnection = async (target, options, transport) => {
  const isUrl = typeof target === "string" || target instanceof URL;
  if (!isUrl || (transport !== "http" && transport !== "sse")) {
    const { connectTarget } = await import("../../connect/connect-target.js");
    return connectTarget(target, options);
  }
  const { openHttp, openSse } = await import("../../connect/connect-http.js");
  return transport === "sse" ? openSse(target, options) : openHttp(target, options);
};
