// Plain JavaScript, so that a loader costs the client nothing: runs autocannon over a plan and prints its figures the
// way wrk's script does.
import { readFileSync } from "node:fs";
import autocannon from "autocannon";

const plan = JSON.parse(readFileSync(process.argv[2], "utf8"));
const requests = plan.requests.map((each) => ({ ...each, method: "POST" }));
const result = await autocannon({ ...plan, requests, timeout: 30 });
const figures = {
  requests: result.requests.total,
  failed: result.errors + result.timeouts + result.non2xx,
  p99Ms: result.latency.p99,
};
process.stdout.write(`figures ${JSON.stringify(figures)}\n`);
