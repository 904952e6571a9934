import { classOfHost } from "../../runtime/contract/addresses.js";

/** Whether a URL names this computer or its network. A name of another host may still lead there. */
export function isPrivateUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  const address = classOfHost(hostname);
  if (address !== undefined) return address !== "public";
  return /(?:^|\.)(?:local|internal|intranet|lan|home\.arpa)\.?$/i.test(hostname);
}
