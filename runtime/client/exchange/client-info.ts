import type { Implementation } from "../../protocol/model.js";

/** What servers see of a client that gives no name of its own. A test compares the version with the package's. */
export const defaultClientInfo: Implementation = {
  name: "mcp-codegen",
  version: "0.1.0",
  title: "mcp-codegen client",
};
