/** References that would read a file outside the folder of the document, or ask another host. */
import assert from "node:assert/strict";
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { generate, defaultOptions } from "../../../src/index.js";
import { startRecorder, type Recorder } from "../../support/recorder.js";

const secret = "canary-5c1f0e";

let base: string;
let project: string;
let upstream: Recorder;

before(async () => {
  base = mkdtempSync(path.join(os.tmpdir(), "references-"));
  project = path.join(base, "project");
  mkdirSync(path.join(project, "sub"), { recursive: true });
  mkdirSync(path.join(base, "project-other"));
  const schema = JSON.stringify({ type: "string", description: secret, enum: [secret] });
  for (const name of ["secret.json", "secret.yaml", "project-other/secret.json", "a b.json"]) {
    writeFileSync(path.join(base, name), schema);
  }
  for (const name of [".env", "sub/.hidden.json", "key.pem", "notes.md.key"]) {
    writeFileSync(path.join(project, name), name.endsWith(".json") ? schema : `KEY=${secret}\n`);
  }
  symlinkSync(path.join(base, "secret.json"), path.join(project, "link.json"));
  symlinkSync(base, path.join(project, "up"));
  symlinkSync("link.json", path.join(project, "link-to-link.json"));
  linkSync(path.join(base, "secret.json"), path.join(project, "hard.json"));
  upstream = await startRecorder({ files: base });
});
after(async () => {
  await upstream.close();
  rmSync(base, { recursive: true, force: true });
});

/** Each form is built when the folders exist. */
const forms: Readonly<Record<string, () => string>> = {
  "the folder above": () => "../secret.json",
  "the folder above, in YAML": () => "../secret.yaml",
  "two folders up and down": () => `../../${path.basename(base)}/secret.json`,
  "down and up": () => "sub/../../secret.json",
  "a folder that does not exist, and up": () => "nowhere/../../secret.json",
  "a dot before": () => "./../secret.json",
  "dots in pairs": () => ".././secret.json",
  "two slashes": () => "..//secret.json",
  "a backslash": () => "..\\secret.json",
  "a backslash that is encoded": () => "..%5csecret.json",
  "dots that are encoded": () => "%2e%2e/secret.json",
  "one dot that is encoded": () => ".%2e/secret.json",
  "dots in capitals that are encoded": () => "%2E%2E/secret.json",
  "a slash that is encoded": () => "..%2fsecret.json",
  "everything encoded": () => "%2e%2e%2fsecret.json",
  "everything encoded twice": () => "%252e%252e%252fsecret.json",
  "an overlong slash": () => "..%c0%afsecret.json",
  "fullwidth dots": () => "\uff0e\uff0e/secret.json",
  "a fullwidth slash": () => "..\uff0fsecret.json",
  "a tab in the dots": () => ".\t./secret.json",
  "a line feed in the dots": () => ".\n./secret.json",
  "a space before": () => " ../secret.json",
  "a null character after": () => "../secret.json\0.yaml",
  "a null character that is encoded": () => "../secret.json%00.yaml",
  "a neighbour whose name begins alike": () => "../project-other/secret.json",
  "an absolute path": () => path.join(base, "secret.json"),
  "an absolute path with two slashes": () => `/${path.join(base, "secret.json")}`,
  "an absolute path with three slashes": () => `//${path.join(base, "secret.json")}`,
  "a file URL": () => pathToFileURL(path.join(base, "secret.json")).href,
  "a file URL in capitals": () => `FILE://${path.join(base, "secret.json")}`,
  "a file URL of localhost": () => `file://localhost${path.join(base, "secret.json")}`,
  "a file URL with one slash": () => `file:${path.join(base, "secret.json")}`,
  "a file URL that is relative": () => "file:../secret.json",
  "a file URL of another host": () => `file://evil.example${path.join(base, "secret.json")}`,
  "a file URL with dots": () => `${pathToFileURL(project).href}/../secret.json`,
  "a file URL with encoded dots": () => `${pathToFileURL(project).href}/%2e%2e/secret.json`,
  "a query": () => "../secret.json?x=y",
  "a fragment": () => "../secret.json#",
  "a fragment of a member": () => "../secret.json#/description",
  "a fragment with dots": () => "#/../../secret.json",
  "a space that is encoded": () => "../a%20b.json",
  "a symbolic link": () => "link.json",
  "a symbolic link to a link": () => "link-to-link.json",
  "a symbolic link of a folder": () => "up/secret.json",
  "a file of the system": () => "/etc/passwd",
  "a process's environment": () => "/proc/self/environ",
  "a device": () => "/dev/stdin",
  "a home": () => "~/.ssh/id_rsa",
  "a Windows drive": () => "C:\\secret.json",
  "a Windows share": () => "\\\\evil.example\\share\\secret.json",
  "a variable of a shell": () => "$HOME/secret.json",
  "a dotfile as prose": () => ".env",
  "a dotfile of objects": () => "sub/.hidden.json",
  "a key as prose": () => "key.pem",
  "a hard link": () => "hard.json",
  "another host": () => `${upstream.url}/files/secret.json`,
  "another host without a scheme": () => `//${new URL(upstream.url).host}/files/secret.json`,
  "another host in capitals": () => `HTTP://${new URL(upstream.url).host}/files/secret.json`,
  "another host with a user": () =>
    `http://user:password@${new URL(upstream.url).host}/files/secret.json`,
  "another host as a number": () =>
    `http://2130706433:${new URL(upstream.url).port}/files/secret.json`,
  "another host after backslashes": () =>
    `http:\\\\${new URL(upstream.url).host}/files/secret.json`,
  "a data URL": () => `data:application/json,{"description":"${secret}"}`,
  "a script URL": () => `javascript:"${secret}"`,
  "an FTP URL": () => "ftp://127.0.0.1/secret.json",
  "a node module": () => "node:fs",
  "an npm package": () => "npm:left-pad",
};

for (const [name, form] of Object.entries(forms)) {
  test(`a reference reads no file outside and asks no host: ${name}`, async () => {
    for (const document of documents(form())) {
      const input = path.join(project, "openapi.json");
      writeFileSync(input, JSON.stringify(document));
      const { files = [], diagnostics } = await generate(input, defaultOptions(), {
        cwd: project,
      });
      // The message repeats the reference, and two of the forms hold the secret themselves.
      const told = diagnostics.map((each) => JSON.stringify(each)).join("\n");
      const written = files.map(({ content }) => content).join("\n");
      assert.ok(!written.includes(secret), "the secret is in what is written");
      if (!form().includes(secret)) assert.ok(!told.includes(secret), `it is told: ${told}`);
      assert.ok(diagnostics.length > 0, "the reference is reported");
      assert.deepEqual(upstream.take(), []);
    }
  });
}

test("the list is at least as long as the review's", () => {
  assert.ok(Object.keys(forms).length >= 50, String(Object.keys(forms).length));
});

/** The reference in places of different kinds: a schema, a text, a parameter, a path item and an example. */
function* documents($ref: string): Generator<object> {
  const response = { 200: { description: "x" } };
  const inSchema = { content: { "application/json": { schema: { $ref } } } };
  const operations: object[] = [
    { post: { requestBody: inSchema, responses: response } },
    { get: { responses: { 200: { description: "x", ...inSchema } } } },
    { get: { description: { $ref }, responses: response } },
    { get: { parameters: [{ $ref }], responses: response } },
    { $ref },
  ];
  for (const item of operations) {
    yield {
      openapi: "3.1.1",
      info: { title: "x", version: "1" },
      servers: [{ url: "https://api.example" }],
      paths: { "/ok": { get: { responses: response } }, "/x": item },
    };
  }
}
