export const authActions = ["doctor", "login", "logout"] as const;
export type AuthAction = (typeof authActions)[number];

/** Returns the command with which a user logs in to the API of a document. */
export function loginCommandFor(spec: string): string {
  const isPlain = /^[\w@%+=:,./~-]+$/.test(spec);
  return `mcp-codegen auth login ${isPlain ? spec : JSON.stringify(spec)}`;
}
