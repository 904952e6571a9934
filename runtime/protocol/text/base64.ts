/** Encodes the UTF-8 form of a text in base64. @see RFC 4648 section 4 */
export function base64(text: string): string {
  let binary = "";
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}
