// Calls the API as a bare proxy would: it parses the JSON of the answer and writes it as the result of a tool.

/**
 * @param base the URL of the API
 * @param client `undici`, `node:http` or `fetch`
 * @param key sent with each request, if given
 * @returns a function that answers a message of the method tools/call
 */
export async function bareCall(base, client, key) {
  const send = await clients[client](base);
  const common = { accept: "application/json", ...(key && { "X-Api-Key": key }) };
  return async ({ id, params }) => {
    const { method, path, body } = requestOf(params);
    const headers = body === undefined ? common : { ...common, "content-type": "application/json" };
    const value = await send(method, path, headers, body);
    return { jsonrpc: "2.0", id, result: resultOf(params, value) };
  };
}

function requestOf({ name, arguments: args }) {
  if (name === "getItem") return { method: "GET", path: `/items/${encodeURIComponent(args.id)}` };
  if (name === "listItems") return { method: "GET", path: "/items" };
  return { method: "POST", path: "/items", body: JSON.stringify(args) };
}

/** The result as our server writes it: since 2026-07-28 results have a type and name the server. */
function resultOf({ _meta }, structuredContent) {
  const content = [{ type: "text", text: JSON.stringify(structuredContent) }];
  if (!_meta) return { content, structuredContent };
  return {
    content,
    structuredContent,
    resultType: "complete",
    _meta: { "io.modelcontextprotocol/serverInfo": { name: "bench", version: "1" } },
  };
}

const clients = {
  undici: async (base) => {
    const { Pool } = await import("undici");
    const pool = new Pool(base, { connections: 256 });
    return async (method, path, headers, body) => {
      const answer = await pool.request({ method, path, headers, body });
      return answer.body.json();
    };
  },
  "node:http": async (base) => {
    const { Agent, request } = await import("node:http");
    const { hostname, port } = new URL(base);
    const agent = new Agent({ keepAlive: true });
    return (method, path, headers, body) =>
      new Promise((resolve, reject) => {
        const all =
          body === undefined ? headers : { ...headers, "content-length": Buffer.byteLength(body) };
        const options = { agent, hostname, port, method, path, headers: all };
        request(options, (answer) => {
          const chunks = [];
          answer.on("data", (chunk) => chunks.push(chunk));
          answer.on("end", () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
        })
          .on("error", reject)
          .end(body);
      });
  },
  fetch: async (base) => async (method, path, headers, body) => {
    const answer = await fetch(base + path, { method, headers, body });
    return answer.json();
  },
};
