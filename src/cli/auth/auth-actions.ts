/** What `mcp-codegen auth` does. */
export const authActions = ["doctor", "login", "logout"] as const;
export type AuthAction = (typeof authActions)[number];

/** What a user runs to log in to the API of a document. */
export function loginCommandFor(spec: string): string {
  const isPlain = /^[\w@%+=:,./~-]+$/.test(spec);
  return `mcp-codegen auth login ${isPlain ? spec : JSON.stringify(spec)}`;
}
