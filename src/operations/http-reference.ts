/**
 * Whether a value is a URL of http or https, or relative to one. A program sends secrets to such URLs: what names a user
 * or has no host is none.
 */
export function isHttpReference(value: unknown): value is string {
  if (typeof value !== "string" || value === "" || value !== value.trim()) return false;
  const base = "https://base.invalid/";
  if (!URL.canParse(value, base)) return false;
  const { protocol, username, password } = new URL(value, base);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "";
}
