/**
 * Reads an origin that the user names: `https://api.example.com`, or a host name, which means https.
 *
 * @throws RangeError for anything else
 */
export function readOrigin(text: string): string {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isOrigin = parsed !== undefined && /^https?:$/.test(parsed.protocol);
  if (isOrigin && parsed.username === "" && parsed.password === "") return parsed.origin;
  throw new RangeError(
    `Expected a host that values may be sent to, such as https://api.example.com, not ${withoutPassword(text)}.`,
  );
}

function withoutPassword(text: string): string {
  return text.replace(/[^/@]*@/, "…@").slice(0, 80);
}
