import { ToolError } from "../../protocol/tool-error.js";

interface Form {
  /** One character that the encoding does not have. Line breaks are allowed: MIME decoders ignore them. */
  readonly foreign: RegExp;
  /** Matches a whole text, without its line breaks. */
  readonly whole: RegExp;
  /** What a text of allowed characters lacks, as a clause. */
  readonly lack: string;
}

const base32Lack = "its length with the padding must be a multiple of 8";

/** @see RFC 4648 sections 4 to 8; RFC 2045 section 6.7 */
const forms: { readonly [encoding: string]: Form } = {
  base64: {
    foreign: /[^A-Za-z0-9+/=\r\n]/u,
    whole: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
    lack: "its length with the padding must be a multiple of 4",
  },
  base64url: {
    foreign: /[^\w=\r\n-]/u,
    whole: /^(?:[\w-]{4})*(?:[\w-]{2}(?:==)?|[\w-]{3}=?)?$/,
    lack: "its last group is incomplete",
  },
  base32: {
    foreign: /[^A-Z2-7=\r\n]/iu,
    whole: /^(?:[A-Z2-7]{8})*(?:[A-Z2-7]{2}={6}|[A-Z2-7]{4}={4}|[A-Z2-7]{5}={3}|[A-Z2-7]{7}=)?$/i,
    lack: base32Lack,
  },
  base32hex: {
    foreign: /[^0-9A-V=\r\n]/iu,
    whole: /^(?:[0-9A-V]{8})*(?:[0-9A-V]{2}={6}|[0-9A-V]{4}={4}|[0-9A-V]{5}={3}|[0-9A-V]{7}=)?$/i,
    lack: base32Lack,
  },
  base16: {
    foreign: /[^0-9A-F\r\n]/iu,
    whole: /^(?:..)*$/,
    lack: "it must have two digits for each byte",
  },
  "quoted-printable": {
    foreign: /[^\t\r\n\x20-\x7e]/u,
    whole: /^(?:[^=]|=[0-9A-F]{2}|=$)*$/i,
    lack: '"=" must be followed by two hexadecimal digits',
  },
  "7bit": { foreign: /[^\p{ASCII}]/u, whole: /^/, lack: "" },
};

/**
 * Refuses a text that is not in the encoding that the request states. Other encodings are not checked.
 *
 * @param what the text in messages
 */
export function checkEncoded(text: string, encoding: string, what: string): void {
  const name = encoding.toLowerCase();
  const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
  if (form === undefined) return;
  const found = form.foreign.exec(text);
  // A soft line break of quoted-printable ends with "=", which may not stand alone elsewhere.
  const lines = name === "quoted-printable" ? text.split(/\r?\n/) : [text.replace(/[\r\n]+/g, "")];
  if (found === null && lines.every((line) => form.whole.test(line))) return;
  const fault =
    found === null
      ? form.lack
      : `it can't have ${JSON.stringify(found[0])}, at character ${found.index + 1}`;
  throw new ToolError(
    `${what} is not valid ${name}: ${fault}. Give the content encoded in ${name}, without a data: prefix.`,
  );
}
