// What the measured servers answer, prepared as texts: a server must take less time than a client.
export const tool = "forecast";
export const args = { city: "Reykjavík", days: 3 };

const outputSchema = {
  type: "object",
  properties: {
    city: { type: "string", minLength: 1 },
    days: {
      type: "array",
      items: {
        type: "object",
        properties: {
          date: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" },
          celsius: { type: "number", minimum: -90, maximum: 60 },
          wind: { enum: ["calm", "breeze", "gale"] },
        },
        required: ["date", "celsius", "wind"],
      },
    },
  },
  required: ["city", "days"],
};

export const forecast = {
  city: args.city,
  days: [
    { date: "2026-07-28", celsius: 11.5, wind: "breeze" },
    { date: "2026-07-29", celsius: 12, wind: "calm" },
    { date: "2026-07-30", celsius: 9.25, wind: "gale" },
  ],
};

const serverInfo = { name: "bench", version: "1.0.0" };
const capabilities = { tools: {} };
export const listed = {
  name: tool,
  description: "Says what the weather will be.",
  inputSchema: {
    type: "object",
    properties: { city: { type: "string" }, days: { type: "integer" } },
    required: ["city"],
  },
  outputSchema,
};
const tools = [listed];

// Before 2026-07-28; then with what each result has since.
const older = {
  initialize: { protocolVersion: "2025-11-25", capabilities, serverInfo },
  "tools/list": { tools },
  "tools/call": {
    content: [{ type: "text", text: JSON.stringify(forecast) }],
    structuredContent: forecast,
  },
};
const meta = { _meta: { "io.modelcontextprotocol/serverInfo": serverInfo } };
const kept = { ttlMs: 3_600_000, cacheScope: "public" };
const newer = {
  "server/discover": { supportedVersions: ["2026-07-28", "2025-11-25"], capabilities, ...kept },
  "tools/list": { tools, ...kept },
  "tools/call": older["tools/call"],
};

const prepared = new Map();
for (const [method, result] of Object.entries(older)) {
  prepared.set(method, `,"result":${JSON.stringify(result)}}`);
}
for (const [method, result] of Object.entries(newer)) {
  const text = JSON.stringify({ resultType: "complete", ...result, ...meta });
  prepared.set(`${method} 2026-07-28`, `,"result":${text}}`);
}
const error = ',"error":{"code":-32601,"message":"Method not found"}}';
const isCall = '"method":"tools/call"';
const isNewer = '"io.modelcontextprotocol/protocolVersion":"2026-07-28"';

/** Returns the answer to a message; undefined to a notification. */
export function answer(text) {
  const id = /"id":("[^"]*"|\d+)/.exec(text)?.[1];
  if (id === undefined) return undefined;
  const method = text.includes(isCall) ? "tools/call" : /"method":"([^"]*)"/.exec(text)?.[1];
  const rest = prepared.get(text.includes(isNewer) ? `${method} 2026-07-28` : method) ?? error;
  return `{"jsonrpc":"2.0","id":${id}${rest}`;
}

/** @throws Error if a call was not answered with the forecast */
export function checkForecast(result) {
  if (result?.structuredContent?.days?.[2]?.celsius !== 9.25) {
    throw new Error(`unexpected answer: ${JSON.stringify(result)?.slice(0, 300)}`);
  }
}
