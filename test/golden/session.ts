/** Starts the server of a golden case, and lists, calls and reads with the official SDK's client. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { guardImport } from "../support/cli.js";
import { readMultipart, type ReceivedPart } from "../support/multipart.js";
import type { Recorder } from "../support/recorder.js";
import { checkedTransport } from "../support/wire/sdk.js";
import type { Call, CaseFile, Read, Sent, SentPart, Session } from "./case-file.js";
import { matchSubset } from "./subset.js";

/** Runs a session against the generated project in `out`, and checks what must hold for every server. */
export async function playSession(
  out: string,
  session: Session & Partial<CaseFile>,
  recorder: Recorder,
): Promise<void> {
  const baseUrl = session.ownServer ? {} : { [baseUrlVariable(out)]: recorder.url };
  const client = new Client({ name: "golden", version: "1.0.0" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      // Servers must run where no code may be made from strings.
      "--disallow-code-generation-from-strings",
      `--import=${guardImport}`,
      path.join(out, "dist/main.js"),
      ...(session.serverArgs ?? []),
    ],
    env: { ...baseUrl, ...session.env },
    stderr: "pipe",
  });
  let stderr = "";
  transport.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
  const problems: Error[] = [];
  await client.connect(checkedTransport(transport, (error) => problems.push(error)));
  try {
    if (client.getServerCapabilities()?.tools) await checkTools(client, session);
    await checkResources(client, session);
    for (const call of session.calls ?? []) await checkCall(client, call, recorder);
    for (const read of session.reads ?? []) await checkRead(client, read, recorder);
  } finally {
    await client.close();
  }
  // What operators read of credentials, and of the refusals that cases provoke, is tested elsewhere.
  const told =
    /^(?:(?:MCP_CODEGEN_\w+|access tokens of .+) → .+|.+: no credentials are set\. .+|\S+ warn (?:No answer to|Status \d+ from) .*)\n/gm;
  const rest = stderr.replace(told, "");
  if (session.prints === undefined) assert.equal(rest, "", "the server prints nothing else");
  else assert.ok(stderr.includes(session.prints), `the server prints ${session.prints}: ${stderr}`);
  if (problems[0]) throw problems[0];
}

/** Returns the variable that sets the base URL, as named in the generated class. */
function baseUrlVariable(out: string): string {
  const text = readFileSync(path.join(out, "src/generated/server.ts"), "utf8");
  const found = /baseUrlEnv: "([A-Z0-9_]+)"/.exec(text)?.[1];
  assert.ok(found, "the class names its base URL variable");
  return found;
}

async function checkTools(client: Client, expected: Partial<CaseFile>): Promise<void> {
  const { tools } = await client.listTools();
  for (const tool of tools) checkTool(tool);
  const names = tools.map((tool) => tool.name);
  assert.equal(new Set(names).size, names.length, "tool names are unique");
  if (expected.tools) assert.deepEqual(names, expected.tools);
  for (const [name, subset] of Object.entries(expected.listed ?? {})) {
    const tool = tools.find((each) => each.name === name);
    assert.ok(tool, `tool ${name} is listed`);
    matchSubset(tool, subset, name);
  }
  for (const text of expected.neverListed ?? []) {
    assert.equal(JSON.stringify(tools).includes(text), false, `${text} is listed`);
  }
}

/** Checks what clients require of a tool: a valid name, and schemas that are complete, finite and objects. */
function checkTool(tool: Tool): void {
  assert.match(tool.name, /^[a-zA-Z0-9_-]{1,64}$/);
  for (const schema of [tool.inputSchema, tool.outputSchema]) {
    if (!schema) continue;
    assert.equal(schema.type, "object", tool.name);
    for (const keyword of ["oneOf", "anyOf", "allOf", "not", "enum", "$ref"]) {
      assert.equal(Object.hasOwn(schema, keyword), false, `${tool.name}: ${keyword} at the root`);
    }
    const ajv = new Ajv2020({ strict: false, validateFormats: false, unicodeRegExp: false });
    ajv.compile(schema);
  }
  for (const key of Object.keys(tool.inputSchema.properties ?? {})) {
    assert.match(key, /^[a-zA-Z0-9_.-]{1,64}$/, tool.name);
  }
}

async function checkResources(client: Client, expected: Partial<CaseFile>): Promise<void> {
  if (expected.resources) {
    const { resources } = await client.listResources();
    assert.deepEqual(
      resources.map((each) => each.uri),
      expected.resources,
    );
  }
  if (expected.templates) {
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.deepEqual(
      resourceTemplates.map((each) => each.uriTemplate),
      expected.templates,
    );
  }
}

async function checkCall(client: Client, call: Call, recorder: Recorder): Promise<void> {
  recorder.take();
  if (call.answer) recorder.answerNext(call.answer);
  const label = `${call.tool} ${JSON.stringify(call.arguments ?? {})}`;
  const result = await client.callTool({ name: call.tool, arguments: { ...call.arguments } });
  const requests = recorder.take();
  const shown = `${label}: ${JSON.stringify(result)}`;
  if (call.refused !== undefined) {
    assert.equal(result["isError"], true, shown);
    assert.ok(JSON.stringify(result["content"]).includes(call.refused), shown);
    assert.deepEqual(requests, [], `${label} makes no request`);
    return;
  }
  if (call.sends) {
    const first = requests.splice(0, call.reads?.length ?? 0);
    assert.deepEqual(
      first.map((request) => request.target),
      call.reads ?? [],
    );
    checkSent(requests, call.sends, shown);
  }
  if (call.fails) {
    assert.equal(result["isError"], true, shown);
    for (const text of call.fails) {
      assert.ok(JSON.stringify(result["content"]).includes(text), `${text} in ${shown}`);
    }
  } else assert.notEqual(result["isError"], true, shown);
  if (call.result !== undefined) matchSubset(result, call.result, label);
}

async function checkRead(client: Client, read: Read, recorder: Recorder): Promise<void> {
  recorder.take();
  if (read.answer) recorder.answerNext(read.answer);
  const reading = client.readResource({ uri: read.uri });
  if (read.fails === undefined) {
    const { contents } = await reading;
    if (read.contents !== undefined) matchSubset(contents[0], read.contents, read.uri);
  } else {
    await assert.rejects(reading, (error: Error) => error.message.includes(read.fails ?? ""));
  }
  const requests = recorder.take();
  if (read.sends) checkSent(requests, read.sends, read.uri);
  else if (read.fails !== undefined) assert.deepEqual(requests, [], `${read.uri}: no request`);
}

function checkSent(requests: ReturnType<Recorder["take"]>, sent: Sent, label: string): void {
  assert.equal(requests.length, 1, `one request: ${label}`);
  const [request] = requests;
  const { method, target, headers, body, base64, parts } = sent;
  if (method !== undefined) assert.equal(request?.method, method, label);
  if (target !== undefined) assert.equal(request?.target, target, label);
  for (const [name, value] of Object.entries(headers ?? {})) {
    assert.equal(request?.headers[name] ?? null, value, `header ${name}: ${label}`);
  }
  if (body !== undefined) checkBody(request?.body, body, label);
  if (base64 !== undefined) assert.equal(request?.bytes.toString("base64"), base64, label);
  if (parts && request) {
    const received = readMultipart(request.headers["content-type"] ?? "", request.bytes);
    assert.equal(received.length, parts.length, `number of parts: ${label}`);
    parts.forEach((part, index) => checkPart(received[index]!, part, `part ${index}: ${label}`));
  }
}

function checkBody(received: string | undefined, sent: unknown, label: string): void {
  if (sent === null) assert.equal(received, "", label);
  else if (typeof sent === "string") assert.equal(received, sent, label);
  else assert.deepEqual(JSON.parse(received ?? ""), sent, label);
}

function checkPart(received: ReceivedPart, sent: SentPart, label: string): void {
  for (const [name, value] of Object.entries(sent.headers ?? {})) {
    assert.equal(received.headers[name] ?? null, value, `header ${name}: ${label}`);
  }
  const { body, base64 } = sent;
  if (body !== undefined) assert.equal(received.bytes.toString("utf8"), body, label);
  if (base64 !== undefined) assert.equal(received.bytes.toString("base64"), base64, label);
}
