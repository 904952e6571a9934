/** The parts of a manager, made from its options. */
import { Log } from "../../protocol/log.js";
import type { CatalogSettings } from "./catalog.js";
import { Events } from "./events.js";
import { Capabilities, type CapabilitySet } from "./grants/capability-set.js";
import { Guard } from "./grants/guard.js";
import type { LinkSettings } from "./link/server-link.js";
import type { ManagerOptions, OpenConnection } from "./manager-model.js";
import { defaultNameLength, leastNameLength } from "./names/exposed-name.js";
import { compileFilter } from "./names/tool-filter.js";

export interface ManagerParts {
  readonly log: Log;
  readonly events: Events;
  readonly grants: CapabilitySet | undefined;
  readonly guard: Guard;
  readonly catalog: CatalogSettings;
  readonly link: Omit<LinkSettings, "observer">;
}

const schemes = ["alias__tool", "mcp__server__tool"];

/** @throws TypeError for an option that can't be used */
export function partsOf(options: ManagerOptions, open: OpenConnection): ManagerParts {
  const { naming = "alias__tool", maxNameLength = defaultNameLength } = options;
  if (!Number.isInteger(maxNameLength) || maxNameLength < leastNameLength) {
    throw new TypeError(`"maxNameLength" must be an integer from ${leastNameLength} up.`);
  }
  if (typeof naming !== "function" && !schemes.includes(naming)) {
    throw new TypeError(`"naming" must be a function or one of ${schemes.join(", ")}.`);
  }
  const log = new Log(options.log);
  const grants = capabilitiesOf(options.grants);
  return {
    log,
    events: new Events(log),
    grants,
    guard: new Guard(grants, log),
    catalog: { naming, maxNameLength, shows: compileFilter(options.toolFilter), log },
    link: {
      common: { ...(options.log && { log: options.log }), ...options.client },
      reconnect: options.reconnect,
      open,
      log,
    },
  };
}

function capabilitiesOf(grants: ManagerOptions["grants"]): CapabilitySet | undefined {
  if (grants === undefined) return undefined;
  if (Array.isArray(grants)) return new Capabilities(grants);
  if (typeof (grants as Partial<CapabilitySet> | null)?.has === "function") {
    return grants as CapabilitySet;
  }
  throw new TypeError('"grants" must be a list of grants or a capability set.');
}
