/** Which network addresses requests may go to, by where the URL came from. */

/**
 * `private` includes the addresses that no public host has. `link-local` includes the metadata services of clouds, which
 * give credentials to whoever asks.
 */
export type AddressClass = "public" | "loopback" | "private" | "link-local" | "multicast";

/**
 * Where requests may go, besides public addresses: to addresses of the class that the document was fetched from. `local`,
 * for a document from a file, means loopback and private addresses, and `any` is the user's word.
 */
export type Reach = "any" | "local" | "loopback" | "private" | "public";

/** Where a document that was fetched may lead. */
export type DocumentReach = Exclude<Reach, "local">;

export function mayReach(reach: Reach, address: AddressClass): boolean {
  if (reach === "any" || address === "public") return true;
  if (address === "link-local" || address === "multicast") return false;
  return reach === "local" || reach === address;
}

/** Returns where a document or metadata from an address of this class may lead. */
export function reachFrom(address: AddressClass): DocumentReach {
  return address === "loopback" || address === "private" ? address : "public";
}

/**
 * Returns the class of the address that a URL's host shows; undefined for a name that must be looked up. The URL parser
 * has normalised decimal, octal and hexadecimal forms.
 *
 * @param hostname of a parsed URL
 * @see RFC 6761 section 6.3: `localhost` and names below it are loopback
 */
export function classOfHost(hostname: string): AddressClass | undefined {
  const name = hostname.replace(/^\[|\]$/g, "");
  if (/^[\d.]+$|:/.test(name)) return classOfAddress(name);
  return /(?:^|\.)localhost\.?$/i.test(name) ? "loopback" : undefined;
}

/** @see IANA IPv4 and IPv6 Special-Purpose Address Registries */
export function classOfAddress(address: string): AddressClass {
  const v4 = bytesOfV4(address);
  if (v4) return classOfV4(v4);
  const v6 = wordsOfV6(address.replace(/%.*$/, ""));
  return v6 ? classOfV6(v6) : "multicast";
}

type Range = readonly [prefix: readonly number[], bits: number, address: AddressClass];

const v4Ranges: readonly Range[] = [
  // Metadata services outside 169.254.0.0/16: Alibaba, Azure, Oracle.
  [[100, 100, 100, 200], 32, "link-local"],
  [[168, 63, 129, 16], 32, "link-local"],
  [[192, 0, 0, 192], 32, "link-local"],
  [[169, 254], 16, "link-local"],
  // A connection to 0.0.0.0 reaches this computer.
  [[0], 8, "loopback"],
  [[127], 8, "loopback"],
  [[10], 8, "private"],
  [[100, 64], 10, "private"],
  [[172, 16], 12, "private"],
  [[192, 168], 16, "private"],
  [[192, 0, 0], 24, "private"],
  [[192, 0, 2], 24, "private"],
  [[192, 88, 99], 24, "private"],
  [[198, 18], 15, "private"],
  [[198, 51, 100], 24, "private"],
  [[203, 0, 113], 24, "private"],
  // Multicast, reserved and broadcast.
  [[224], 3, "multicast"],
];

const v6Ranges: readonly Range[] = [
  // Metadata services: Amazon, Google.
  [[0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254], 128, "link-local"],
  [[0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254], 128, "link-local"],
  [[0, 0, 0, 0, 0, 0, 0, 0], 128, "loopback"],
  [[0, 0, 0, 0, 0, 0, 0, 1], 128, "loopback"],
  [[0xfe80], 10, "link-local"],
  [[0xfec0], 10, "private"],
  [[0xfc00], 7, "private"],
  [[0xff00], 8, "multicast"],
  [[0x64, 0xff9b, 1], 48, "private"],
  [[0x100], 64, "private"],
  [[0x2001, 0], 32, "private"],
  [[0x2001, 0xdb8], 32, "private"],
  [[0x3fff], 20, "private"],
  [[0x5f00], 16, "private"],
];

function classOfV4(bytes: readonly number[]): AddressClass {
  return rangeOf(bytes, v4Ranges, 8) ?? "public";
}

function classOfV6(words: readonly number[]): AddressClass {
  const found = rangeOf(words, v6Ranges, 16);
  if (found) return found;
  const at = embeddedAt(words);
  if (at === undefined) return "public";
  return classOfV4(words.slice(at, at + 2).flatMap((word) => [word >> 8, word & 0xff]));
}

/** Returns the first word of the IPv4 address in an IPv6 address that stands for one. */
function embeddedAt(words: readonly number[]): number | undefined {
  const starts = (...prefix: number[]): boolean => prefix.every((word, i) => words[i] === word);
  // 6to4.
  if (starts(0x2002)) return 1;
  // IPv4-compatible, IPv4-mapped, IPv4-translated and NAT64.
  const isMapped = starts(0, 0, 0, 0, 0, 0) || starts(0, 0, 0, 0, 0, 0xffff);
  if (isMapped || starts(0, 0, 0, 0, 0xffff, 0) || starts(0x64, 0xff9b, 0, 0, 0, 0)) return 6;
  // ISATAP.
  const [, , , , four = 0, five = 0] = words;
  return (four & 0xfdff) === 0 && five === 0x5efe ? 6 : undefined;
}

function rangeOf(
  parts: readonly number[],
  ranges: readonly Range[],
  width: 8 | 16,
): AddressClass | undefined {
  const found = ranges.find(([prefix, bits]) =>
    parts.every((part, index) => {
      const significant = Math.min(width, Math.max(0, bits - index * width));
      const shift = width - significant;
      return part >> shift === (prefix[index] ?? 0) >> shift;
    }),
  );
  return found?.[2];
}

function bytesOfV4(text: string): readonly number[] | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  const bytes = match?.slice(1).map(Number);
  return bytes?.every((byte) => byte < 256) ? bytes : undefined;
}

function wordsOfV6(text: string): readonly number[] | undefined {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  const tail = dotted && bytesOfV4(dotted[2]!);
  if (dotted && !tail) return undefined;
  const hex = (high: number, low: number): string => ((high << 8) | low).toString(16);
  const plain = tail ? `${dotted[1]}${hex(tail[0]!, tail[1]!)}:${hex(tail[2]!, tail[3]!)}` : text;
  const [head = "", rest, ...more] = plain.split("::");
  if (more.length > 0) return undefined;
  const left = head === "" ? [] : head.split(":");
  const right = rest === undefined || rest === "" ? [] : rest.split(":");
  const missing = 8 - left.length - right.length;
  if (rest === undefined ? missing !== 0 : missing < 1) return undefined;
  const words = [...left, ...Array<string>(missing).fill("0"), ...right];
  return words.every((word) => /^[\da-f]{1,4}$/i.test(word))
    ? words.map((word) => parseInt(word, 16))
    : undefined;
}
