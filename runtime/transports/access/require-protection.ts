import { isLoopback, type GuardOptions } from "./guard.js";

/** What may protect a server from others on its network. */
export interface Protection extends Pick<GuardOptions, "allowedHosts" | "behindProxy"> {
  readonly authorizer?: unknown;
}

/** Whether a server at this address would serve anyone who can reach it. */
export function isUnprotected(host: string, options: Protection): boolean {
  const { allowedHosts = [], authorizer, behindProxy } = options;
  return !isLoopback(host) && allowedHosts.length === 0 && !authorizer && behindProxy !== true;
}

/** @throws TypeError if a server at this address would serve anyone who can reach it */
export function requireProtection(host: string, options: Protection): void {
  if (!isUnprotected(host, options)) return;
  throw new TypeError(
    `Anyone who can reach ${JSON.stringify(host)} could use this server. Set \`allowedHosts\` to the names by which clients address it, or \`authorizer\` to check access tokens. If a proxy in front of it does both, set \`behindProxy: true\`.`,
  );
}
