/** The names of the tools that stand for operations which are not listed: one that is listed beside them has another. */
export const searchToolNames = {
  search: "search_operations",
  describe: "describe_operation",
  call: "call_operation",
} as const;

/** One of the three. */
export type SearchTool = keyof typeof searchToolNames;
