import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import https from "node:https";
import { test, type TestContext } from "node:test";
import type { TLSSocket } from "node:tls";
import type { Upstream } from "../../../../runtime/upstream/upstream.js";
import {
  hasOpenssl,
  makeCertificates,
  type Certificates,
} from "../../../support/authorization/certificates.js";
import { listen, stop } from "../../../support/loopback.js";
import { api, messageOf, newUpstream, operation, record } from "../support.js";

const skip = hasOpenssl() ? false : "needs openssl";

const scheme = {
  type: "mutualTLS",
  certEnv: "S_CERT_FILE",
  keyEnv: "S_KEY_FILE",
  passphraseEnv: "S_PASSPHRASE",
  caEnv: "S_CA_FILE",
} as const;

const secured = operation(
  { method: "POST", body: { type: "text/plain", arg: "text" } },
  {
    security: [{ tls: [] }],
  },
);

/** An API that requires a client certificate and responds with its subject. */
async function serve(t: TestContext, files: Certificates): Promise<string> {
  const server = https.createServer(
    {
      cert: readFileSync(files.serverCert),
      key: readFileSync(files.serverKey),
      ca: readFileSync(files.ca),
      requestCert: true,
      rejectUnauthorized: true,
    },
    (request, response) => {
      const { subject } = (request.socket as TLSSocket).getPeerCertificate();
      void request.toArray().then((body) => response.end(`${String(subject.CN)} ${body.join("")}`));
    },
  );
  const port = await listen(server);
  t.after(() => stop(server));
  return `https://127.0.0.1:${port}`;
}

function upstreamAt(url: string, env: Record<string, string>): Upstream {
  return newUpstream(api({ servers: [{ url }], securitySchemes: { tls: scheme } }), { env });
}

test("a client certificate is presented, also with an encrypted key", { skip }, async (t) => {
  const files = makeCertificates(t);
  const url = await serve(t, files);
  const env = { S_CERT_FILE: files.clientCert, S_CA_FILE: files.ca };
  for (const key of [
    { S_KEY_FILE: files.clientKey },
    { S_KEY_FILE: files.lockedKey, S_PASSPHRASE: files.passphrase },
  ]) {
    const upstream = upstreamAt(url, { ...env, ...key });
    const answers = await Promise.all(["a", "b"].map((text) => upstream.call(secured, { text })));
    assert.deepEqual(
      answers.map((answer) => (answer as { text?: string }).text),
      ["client a", "client b"],
    );
  }
});

test("a certificate is not used without TLS", { skip }, async (t) => {
  const files = makeCertificates(t);
  const recorder = await record(t);
  const env = { S_CERT_FILE: files.clientCert, S_KEY_FILE: files.clientKey };
  const message = await messageOf(() => upstreamAt(recorder.url, env).call(secured, {}));
  assert.match(message, /can only be sent to an https URL/);
  assert.equal(recorder.seen.length, 0);
});

test("a server with an untrusted certificate is refused", { skip }, async (t) => {
  const files = makeCertificates(t);
  const url = await serve(t, files);
  const env = { S_CERT_FILE: files.clientCert, S_KEY_FILE: files.clientKey };
  const message = await messageOf(() => upstreamAt(url, env).call(secured, {}));
  assert.match(message, /SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_/);
});

test("errors about the files name their variables", { skip }, async (t) => {
  const files = makeCertificates(t);
  const call = (env: Record<string, string>) =>
    messageOf(() => upstreamAt("https://127.0.0.1:9", env).call(secured, {}));
  assert.match(await call({}), /Set the environment variables S_CERT_FILE and S_KEY_FILE\.$/);
  assert.match(
    await call({ S_CERT_FILE: "/nowhere", S_KEY_FILE: files.clientKey }),
    /S_CERT_FILE names can't be read: ENOENT/,
  );
  for (const key of [files.lockedKey, files.serverKey, files.ca]) {
    const message = await call({ S_CERT_FILE: files.clientCert, S_KEY_FILE: key });
    assert.match(message, /S_CERT_FILE and S_KEY_FILE name are not a certificate and its key/);
  }
});
