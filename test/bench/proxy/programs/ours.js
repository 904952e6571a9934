// Our generated server. Arguments: the folder of the project, the URL of the API, `http` or `stdio`, and
// the key.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { announce } from "../../server/programs/listen.js";

const [folder, baseUrl, transport, key] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(path.join(folder, file)).href);
const [{ BenchServer }, { serveHttp, serveStdio }] = await Promise.all([
  load("dist/generated/index.js"),
  load("runtime/index.js"),
]);
const env = { MCP_CODEGEN_BENCH_KEY: key };
const server = new BenchServer({ baseUrl, env, timeoutMs: 600_000 });
if (transport === "http") {
  const { url } = await serveHttp(server, { port: 0, sessions: false });
  announce(new URL(url).port);
} else await serveStdio(server);
