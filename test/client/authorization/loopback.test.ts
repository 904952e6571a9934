/** The local page that a browser is sent to after a login. */
import assert from "node:assert/strict";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { openBrowser } from "../../../runtime/oauth/browser/open-browser.js";
import { openLoopback, type Loopback } from "../../../runtime/oauth/browser/loopback.js";
import { OAuthError } from "../../../runtime/oauth/oauth-error.js";
import { listen, stop } from "../../support/loopback.js";

const state = "state-of-this-login";

async function open(t: TestContext, port = 0): Promise<Loopback> {
  const loopback = await openLoopback(state, port);
  t.after(() => loopback.close());
  return loopback;
}

const patient = AbortSignal.timeout(60_000);

test("the answer of the login in progress is taken, and only the first", async (t) => {
  const loopback = await open(t);
  const returned = loopback.returned(patient);
  for (const query of [
    "",
    "?code=x",
    "?code=x&state=",
    "?code=x&state=other",
    `?code=x&state=other&state=${state}`,
    `?code=x&state=${state}&state=${state}`,
  ]) {
    assert.equal((await fetch(loopback.redirectUri + query)).status, 400, query);
  }
  const good = `${loopback.redirectUri}?code=good&state=${state}`;
  assert.equal((await fetch(good, { method: "POST" })).status, 404);
  assert.equal((await fetch(good.replace("callback", "other"))).status, 404);
  const page = await fetch(good);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /You can close this page/);
  assert.equal((await returned).get("code"), "good");
  assert.equal((await fetch(good.replace("good", "late"))).status, 400);
});

test("a page tells of a refusal, and echoes nothing", async (t) => {
  const loopback = await open(t);
  const returned = loopback.returned(patient);
  const evil = encodeURIComponent("<script>alert(1)</script>");
  const refusal = `?error=access_denied&error_description=${evil}&state=${state}`;
  const page = await fetch(loopback.redirectUri + refusal);
  const text = await page.text();
  assert.match(text, /The login failed/);
  assert.doesNotMatch(text, /script|denied/);
  assert.match(page.headers.get("content-security-policy") ?? "", /default-src 'none'/);
  assert.equal(page.headers.get("cache-control"), "no-store");
  assert.equal(page.headers.get("referrer-policy"), "no-referrer");
  assert.equal((await returned).get("error"), "access_denied");
});

test("a page of another site, whose name leads to this computer, is not answered", async (t) => {
  const loopback = await open(t);
  const { port } = new URL(loopback.redirectUri);
  const status = await new Promise<number | undefined>((done, fail) => {
    const asked = request(
      {
        port,
        host: "127.0.0.1",
        path: `/callback?code=x&state=${state}`,
        headers: { host: `evil.example:${port}` },
      },
      (response) => done(response.resume().statusCode),
    );
    asked.on("error", fail).end();
  });
  assert.equal(status, 400);
});

test("a target that is no path does not end the wait, nor the process", async (t) => {
  const loopback = await open(t);
  const { port, host } = new URL(loopback.redirectUri);
  for (const target of ["//", "//x:99999/", "http://[", "*"]) {
    const status = await new Promise<number | undefined>((done, fail) => {
      const asked = request(
        { port, host: "127.0.0.1", path: target, headers: { host } },
        (response) => done(response.resume().statusCode),
      );
      asked.on("error", fail).end();
    });
    assert.equal(status, 404, target);
  }
  const returned = loopback.returned(patient);
  assert.equal((await fetch(`${loopback.redirectUri}?code=x&state=${state}`)).status, 200);
  assert.equal((await returned).get("code"), "x");
});

test("it listens on 127.0.0.1, at the port that is asked for, and says if that is taken", async (t) => {
  const other = createServer();
  const taken = await listen(other);
  t.after(() => stop(other));
  await assert.rejects(openLoopback(state, taken), (error: Error) => {
    assert.ok(error instanceof OAuthError);
    assert.match(error.message, new RegExp(`port ${taken}: EADDRINUSE`));
    return true;
  });
  const probe = createServer();
  const free = await new Promise<number>((done) =>
    probe.listen(0, "127.0.0.1", () => done((probe.address() as AddressInfo).port)),
  );
  await stop(probe);
  assert.equal((await open(t, free)).redirectUri, `http://127.0.0.1:${free}/callback`);
});

test("the wait ends with the signal, and nothing listens after the end", async (t) => {
  const loopback = await open(t);
  const cancel = new AbortController();
  const returned = loopback.returned(cancel.signal);
  cancel.abort(new Error("the user pressed Ctrl+C"));
  await assert.rejects(returned, /Ctrl\+C/);
  await assert.rejects(loopback.returned(AbortSignal.abort(new Error("before"))), /before/);
  loopback.close();
  await assert.rejects(fetch(loopback.redirectUri));
});

test("only pages of the web are opened in a browser", () => {
  for (const url of ["javascript:alert(1)", "file:///etc/passwd", "--help", "vscode://x", ""]) {
    assert.throws(() => openBrowser(url, { BROWSER: "/nonexistent" }), TypeError, url);
  }
  openBrowser("https://as.example/", { BROWSER: "/nonexistent" });
});
