/**
 * Whether this program runs in Node itself. Deno, Bun and Workers imitate it, but their connections are those of their own
 * `fetch`.
 */
export function runsInNode(): boolean {
  if (typeof process === "undefined") return false;
  const { node, bun, deno } = process.versions as Record<string, string | undefined>;
  if (node === undefined || bun !== undefined || deno !== undefined) return false;
  const { userAgent } = (globalThis as { navigator?: { userAgent?: string } }).navigator ?? {};
  return userAgent === undefined || userAgent.startsWith("Node.js");
}
