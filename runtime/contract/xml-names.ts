/** Whether a text is an XML name, with or without a prefix. @see XML 1.0 section 2.3; Namespaces in XML 1.0 section 4 */
export function isXmlName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}\p{Mn}\p{Mc}\xb7._-]*(?::[\p{L}_][\p{L}\p{N}\p{Mn}\p{Mc}\xb7._-]*)?$/u.test(
    name,
  );
}
