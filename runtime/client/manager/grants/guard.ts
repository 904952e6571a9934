import type { Log } from "../../../protocol/log.js";
import { escapeHidden } from "../../../protocol/terminal/hidden-characters.js";
import { McpPermissionError } from "../../errors.js";
import { Capabilities, type CapabilitySet } from "./capability-set.js";
import { grantName, permissionOf, type ExactGrant, type Need } from "./grant.js";

/** Checks each use of a server against the user's capability set. */
export class Guard {
  readonly #set: CapabilitySet | undefined;

  constructor(set: CapabilitySet | undefined, log: Log) {
    this.#set = set;
    if (set) return;
    log.warn(
      "No capability set was given: every tool, resource and prompt of every connected server may be used. Give `grants` to deny what is not granted.",
    );
  }

  get isOpen(): boolean {
    return !this.#set;
  }

  allows(need: Need): boolean {
    if (!this.#set) return true;
    if (this.#set instanceof Capabilities) return this.#set.allows(need);
    return this.#set.has(exactly(need));
  }

  /** @throws McpPermissionError if the set does not allow it */
  check(need: Need): void {
    if (this.allows(need)) return;
    const name = grantName(need);
    const permission = permissionOf[need.kind];
    const how = `grants.grant(${JSON.stringify(name)})`;
    const message = `The ${need.kind} "${need.name}" of "${need.server}" is not granted, so nothing was sent. To allow it, call ${how}.`;
    // The server chose its name, and the message may be shown in a terminal.
    throw new McpPermissionError(escapeHidden(message), {
      code: 403,
      server: need.server,
      data: { missing: { name, permission }, how },
    });
  }
}

function exactly({ server, kind, name }: Need): ExactGrant {
  if (kind === "tool") return { server, tool: name };
  return kind === "resource" ? { server, resource: name } : { server, prompt: name };
}
