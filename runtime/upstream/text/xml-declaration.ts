const declaration = /^(\ufeff?<\?xml\s[^>]*?encoding\s*=\s*["'])[\w.:-]*/;

/** Lets the declaration of an XML text name the charset that the text is sent in. @see RFC 7303 section 3; XML 1.0 section 4.3.3 */
export function declareCharset(xml: string, charset: string): string {
  return xml.replace(declaration, (whole, start: string) =>
    whole.slice(start.length).toLowerCase() === charset.toLowerCase() ? whole : start + charset,
  );
}
