/** Returns the first text of a tool's result, or "" if there is none. */
export function textOf(result: unknown): string {
  return (result as { content?: { text?: string }[] } | undefined)?.content?.[0]?.text ?? "";
}
