/**
 * Whether a value is an http or https URL, absolute or relative. Secrets are sent to such URLs, so one with a user or a
 * password is rejected.
 */
export function isHttpReference(value: unknown): value is string {
  if (typeof value !== "string" || value === "" || value !== value.trim()) return false;
  const base = "https://base.invalid/";
  if (!URL.canParse(value, base)) return false;
  const { protocol, username, password } = new URL(value, base);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "";
}
