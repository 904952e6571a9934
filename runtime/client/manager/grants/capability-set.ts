import {
  grantName,
  GrantPattern,
  needOf,
  permissionOf,
  type GrantName,
  type Need,
  type Permission,
} from "./grant.js";

/** An entry of a capability set, as `grant` or `revoke` made it. */
export interface CapabilityRule {
  /** Such as `mcp:fs:read_*`. */
  readonly name: string;
  /** Whether the rule grants or revokes. */
  readonly permission: Permission;
  /** False if it takes back a part of what an earlier entry grants. */
  readonly granted: boolean;
}

/**
 * What the user allows. Everything else is denied, before anything is sent.
 *
 * Grants and revocations hold from the next call on. The latest one that covers a call decides, so
 * `grant("mcp:fs:*")` and then `revoke("mcp:fs:write_*")` allows all tools of `fs` but those that write.
 */
export interface CapabilitySet {
  /**
   * Allows what the name covers, such as `mcp:fs:read_file`, `mcp:fs:*`, `mcp:fs:resource:file:///data/*`.
   *
   * @param permission must be that of the name's kind: `execute`, `read` or `get`
   * @throws TypeError for a name or permission that means nothing
   */
  grant(name: GrantName, permission?: Permission): this;
  /** Denies what the name covers. @throws TypeError as `grant` */
  revoke(name: GrantName, permission?: Permission): this;
  /** Whether a tool, resource or prompt may be used. Wildcards stand for themselves here. @throws TypeError as `grant` */
  has(name: GrantName, permission?: Permission): boolean;
  /** The grants and revocations that have an effect, oldest first. */
  list(): readonly CapabilityRule[];
}

interface Rule {
  readonly pattern: GrantPattern;
  readonly granted: boolean;
}

/** The capability set of a manager. */
export class Capabilities implements CapabilitySet {
  #rules: readonly Rule[] = [];
  /** Decisions by these rules: the needs of tools are kept, and asked for with each call. */
  #decided = new WeakMap<Need, boolean>();

  constructor(granted: readonly GrantName[] = []) {
    for (const each of granted) this.grant(each);
  }

  grant(name: GrantName, permission?: Permission): this {
    return this.#add(name, permission, true);
  }

  revoke(name: GrantName, permission?: Permission): this {
    return this.#add(name, permission, false);
  }

  has(name: GrantName, permission?: Permission): boolean {
    const need = needOf(name);
    checkPermission(need, permission);
    return this.allows(need);
  }

  allows(need: Need): boolean {
    const known = this.#decided.get(need);
    if (known !== undefined) return known;
    const allowed = this.#decide(need);
    this.#decided.set(need, allowed);
    return allowed;
  }

  #decide(need: Need): boolean {
    for (let at = this.#rules.length - 1; at >= 0; at--) {
      const { pattern, granted } = this.#rules[at]!;
      if (pattern.covers(need)) return granted;
    }
    return false;
  }

  list(): readonly CapabilityRule[] {
    return this.#rules.map(({ pattern, granted }) => ({
      name: pattern.toText(),
      permission: permissionOf[pattern.kind],
      granted,
    }));
  }

  #add(name: GrantName, permission: Permission | undefined, granted: boolean): this {
    const pattern = GrantPattern.of(name);
    checkPermission(needOf(name), permission);
    // The new entry decides about all that the entries covered by it decided about.
    const kept = this.#rules.filter((rule) => !pattern.coversAllOf(rule.pattern));
    const hasGrants = kept.some((rule) => rule.granted && rule.pattern.kind === pattern.kind);
    this.#rules = granted || hasGrants ? [...kept, { pattern, granted }] : kept;
    this.#decided = new WeakMap();
    return this;
  }
}

function checkPermission(need: Need, permission: Permission | undefined): void {
  const own = permissionOf[need.kind];
  if (permission === undefined || permission === own) return;
  throw new TypeError(
    `"${grantName(need)}" can have the permission "${own}" only, not "${permission}".`,
  );
}
