// The least that a client over HTTP does: undici and JSON, without any check.
import { Pool } from "undici";
import { drive } from "./drive.js";
import { callText, headers } from "./messages.js";
import { plan } from "./plan.js";

const { origin, pathname } = new URL(plan.url);
const pool = new Pool(origin, { connections: 32 });
let id = 0;

async function call() {
  const { body } = await pool.request({
    path: pathname,
    method: "POST",
    headers,
    body: callText((id += 1)),
  });
  return JSON.parse(await body.text()).result;
}

await drive(call, () => pool.close());
