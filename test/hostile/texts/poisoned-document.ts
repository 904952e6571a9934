/** A document that has hidden characters in each of its texts, and that a server can still be made from. */

/** One of each kind, with the text that a terminal must not act on. */
export const poison = {
  control: "\u001b[31m\u0007",
  link: "\u001b]8;;evil:example\u001b\\",
  c1: "\u009b2J\u0085",
  bidi: "\u202e\u2066",
  mark: "\u200e\u200f\u061c",
  zeroWidth: "\u200b\u2060\ufeff",
  joiner: "\u200d\u200c",
  selector: "\ufe0f\u{e0101}\u180b",
  tag: "\u{e0041}\u{e007f}",
  separator: "\u2028\u2029",
  filler: "\u3164\u034f\u00ad",
} as const;

/** Hidden characters, as the tests know them: by code points, and not by the rule that they test. */
export const hiddenPattern =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- these are the characters to find
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]/u;

const all = Object.values(poison).join("");

/** Returns a word with hidden characters in it. */
export function poisoned(word: string): string {
  return `${word.slice(0, 2)}${all}${word.slice(2)}`;
}

/** Members that must be exact for the document to be one. */
const exact = new Set([
  "openapi",
  "swagger",
  "host",
  "schemes",
  "in",
  "$ref",
  "type",
  "style",
  "url",
  "format",
]);

/** Returns a copy with hidden characters in each text, also in the names of `named` maps. */
export function poisonTexts(value: unknown, key = ""): unknown {
  if (typeof value === "string") return exact.has(key) ? value : poisoned(value);
  if (Array.isArray(value)) return value.map((item) => poisonTexts(item, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      named.has(key) ? poisoned(name) : name,
      key === "parameters" || key === "security" ? member : poisonTexts(member, name),
    ]),
  );
}

/** Members whose own members have names that the document chooses. */
const named = new Set(["securitySchemes", "links"]);

/** Each kind of text that a server shows, before it is poisoned. */
export function museum(server = "https://museum.example/v1"): object {
  return {
    openapi: "3.1.0",
    info: {
      title: "Museum",
      version: "1.0.0",
      summary: "All museums.",
      description: "Museums of the <b>world</b>, &#x202E;reversed&#8203;.\n\nSecond paragraph.",
    },
    servers: [{ url: server, description: "Production" }],
    tags: [{ name: "rooms", description: "Rooms of a museum." }],
    paths: {
      "/rooms": {
        get: {
          operationId: "listRooms",
          summary: "List the rooms",
          description: "Lists all rooms.<p>Also &zwj; &#x200b; closed ones.</p>",
          tags: ["rooms"],
          responses: {
            "200": {
              description: "The rooms",
              content: {
                "application/json": {
                  schema: {
                    type: "object",
                    title: "Rooms",
                    description: "A page of rooms",
                    properties: { total: { type: "integer", description: "How many there are" } },
                  },
                },
              },
              links: { next: { operationId: "addRoom", description: "Adds one" } },
            },
          },
        },
        post: {
          operationId: "addRoom",
          summary: "Add a room",
          description: "Adds a room to the museum.",
          externalDocs: { url: "https://museum.example/docs", description: "More about rooms" },
          requestBody: {
            description: "The room that is added",
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  description: "A room",
                  properties: {
                    title: { type: "string", title: "Title", description: "What people call it" },
                    walls: {
                      type: "array",
                      description: "The walls of it",
                      items: {
                        type: "object",
                        description: "One wall",
                        properties: { color: { type: "string", description: "Painted like so" } },
                      },
                    },
                  },
                },
              },
            },
          },
          responses: { "201": { description: "The room" } },
        },
      },
    },
    components: {
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-Key", description: "A key from the desk" },
      },
    },
  };
}
