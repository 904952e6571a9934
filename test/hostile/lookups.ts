/** A DNS of the tests' own. */
import dns from "node:dns";
import { mock } from "node:test";

/** Addresses of the names that tests look up. */
export const names: Record<string, readonly string[]> = {
  "loopback.nip.example": ["127.0.0.1"],
  "lan.example": ["10.0.0.5"],
  "mixed.example": ["127.0.0.1", "93.184.216.34"],
  "metadata.example": ["169.254.169.254"],
  "mapped.example": ["::ffff:127.0.0.1"],
  "public.example": ["93.184.216.34"],
};

const lookUp = dns.lookup;
/** Looks the names up there until the mocks are restored. */
export function mockLookups(): void {
  mock.method(dns, "lookup", ((hostname: string, options: dns.LookupOptions, callback: Answer) => {
    const known = names[hostname];
    if (!known) return (lookUp as (...all: unknown[]) => void)(hostname, options, callback);
    const found = known.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    if (options.all) callback(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  }) as typeof dns.lookup);
}

type Answer = (error: Error | null, found: unknown, family?: number) => void;
