import { BlockList, isIP } from "node:net";

/** Addresses of this computer, of its network, and of services that only they reach. @see RFC 6890 */
const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  privateAddresses.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
] as const) {
  privateAddresses.addSubnet(network, prefix, "ipv6");
}

/** Whether a URL names this computer or its network. A name of another host may still lead there. */
export function isPrivateUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const host = new URL(url).hostname.replace(/^\[|\]$|\.$/g, "");
  const version = isIP(host);
  if (version !== 0) return privateAddresses.check(host, version === 4 ? "ipv4" : "ipv6");
  return /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa)$/i.test(host);
}
