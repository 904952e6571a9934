/** Names of the search tools. Operations listed beside them get other names. */
export const searchToolNames = {
  search: "search_operations",
  describe: "describe_operation",
  call: "call_operation",
} as const;

export type SearchTool = keyof typeof searchToolNames;
