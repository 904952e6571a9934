import { classOfHost, type AddressClass } from "../../runtime/contract/addresses.js";

/**
 * Returns the class of address that a URL names if it is one of this computer or its network, else undefined. A name of
 * another host may still lead there.
 */
export function privateAddressOf(url: string): AddressClass | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  const address = classOfHost(hostname);
  if (address !== undefined) return address === "public" ? undefined : address;
  return /(?:^|\.)(?:local|internal|intranet|lan|home\.arpa)\.?$/i.test(hostname)
    ? "private"
    : undefined;
}
