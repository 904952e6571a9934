/** Reads multipart bodies strictly by RFC 2046, without any code under test. */
import assert from "node:assert/strict";

export interface ReceivedPart {
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** @param contentType the request's `Content-Type`, which holds the boundary */
export function readMultipart(contentType: string, body: Buffer): readonly ReceivedPart[] {
  const boundary = /^multipart\/[a-z-]+;.*\bboundary=([\w'()+,./:=?-]{1,70})$/.exec(
    contentType,
  )?.[1];
  assert.ok(boundary, `a boundary in ${contentType}`);
  const text = body.toString("latin1");
  const [before, ...sections] = `\r\n${text}`.split(`\r\n--${boundary}`);
  assert.equal(before, "", "nothing before the first part");
  assert.equal(sections.pop(), "--\r\n", "the last boundary closes the body");
  return sections.map((section) => {
    const end = section.indexOf("\r\n\r\n");
    assert.ok(section.startsWith("\r\n") && end !== -1, "a part has a head");
    const lines = section.slice(2, end).split("\r\n");
    const headers = lines.filter(Boolean).map((line) => {
      const [, name, value] = /^([\w-]+): (.*)$/.exec(line) ?? assert.fail(`no header: ${line}`);
      return [String(name).toLowerCase(), Buffer.from(String(value), "latin1").toString("utf8")];
    });
    return {
      headers: Object.fromEntries(headers) as Record<string, string>,
      bytes: Buffer.from(section.slice(end + 4), "latin1"),
    };
  });
}
