/** Checks content of servers. Its shapes have only grown, so content of every revision is content of the newest. */
import { isObject, member } from "../json.js";
import { listOf, number, object, oneOf, shape, string, type Check } from "./shape.js";

/** @see MCP 2026-07-28 Icon */
export const icons = listOf(shape({ src: string }, { mimeType: string, sizes: listOf(string) }));

/** @see MCP 2026-07-28 Annotations */
export const annotations = shape(
  {},
  { audience: listOf(oneOf("user", "assistant")), priority: number, lastModified: string },
);

const base = { annotations, _meta: object };
const contents = { mimeType: string, _meta: object };
const textContents = shape({ uri: string, text: string }, contents);
const blobContents = shape({ uri: string, blob: string }, contents);

/** @see MCP 2026-07-28 TextResourceContents, BlobResourceContents */
export const resourceContents: Check = (value) => {
  if (!isObject(value) || member(value, "blob") === undefined) return textContents(value);
  return blobContents(value);
};

const media = shape({ data: string, mimeType: string }, base);
const blocks = new Map<unknown, Check>([
  ["text", shape({ text: string }, base)],
  ["image", media],
  ["audio", media],
  [
    "resource_link",
    shape(
      { uri: string, name: string },
      { title: string, description: string, mimeType: string, size: number, icons, ...base },
    ),
  ],
  ["resource", shape({ resource: resourceContents }, base)],
]);

/** Lets types pass that later revisions may add. @see MCP 2026-07-28 ContentBlock */
export const contentBlock: Check = (value) => {
  if (!isObject(value)) return " must be an object";
  const type = member(value, "type");
  const check = blocks.get(type);
  if (check) return check(value);
  return typeof type === "string" ? undefined : ".type must be a string";
};
