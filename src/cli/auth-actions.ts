/** What `mcp-codegen auth` does. */
export const authActions = ["doctor", "login", "logout"] as const;
export type AuthAction = (typeof authActions)[number];
