/** Names of hosts and origins by which pages of other sites reach a server on loopback (DNS rebinding). */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { serveHttp, type HttpServer } from "../../../runtime/index.js";
import { BusyZoo } from "../../support/servers/zoo-server.js";
import { ask, options } from "../../support/transports/http.js";
import { rawPost, sendRaw } from "./raw-request.js";

let server: HttpServer;
let port: number;
before(async () => {
  server = await serveHttp(new BusyZoo(options), { port: 0 });
  port = Number(new URL(server.url).port);
});
after(() => server.close());

const usual = ["Content-Type: application/json", "Accept: application/json, text/event-stream"];
const ping = ask("ping");

async function statusOf(headers: readonly string[]): Promise<readonly number[]> {
  const all = [...headers, ...usual, `Content-Length: ${ping.length}`, "Connection: close"];
  return (await sendRaw(port, rawPost(all, ping))).statuses;
}

describe("a Host of another site reaches no server on loopback", () => {
  const foreign: Readonly<Record<string, () => string>> = {
    "another site": () => "evil.example",
    "another site with the port": () => `evil.example:${port}`,
    "a site whose name begins with the address": () => "127.0.0.1.evil.example",
    "a site whose name ends with localhost": () => "evillocalhost",
    "a site below a name like localhost": () => "localhost.evil.example",
    "a site whose name holds the address": () => "127-0-0-1.evil.example",
    "a user before the address": () => "evil.example@127.0.0.1",
    "the address as a user": () => `127.0.0.1:${port}@evil.example`,
    "a path after the address": () => "127.0.0.1/evil.example",
    "a fragment after the address": () => "127.0.0.1#evil.example",
    "a question mark after the address": () => "127.0.0.1?evil.example",
    "a backslash after the address": () => "127.0.0.1\\evil.example",
    "two names": () => "127.0.0.1, evil.example",
    "a space in the name": () => "127.0.0.1 evil.example",
    "a null address of IPv6": () => "[::]",
    "an unspecified address": () => "0.0.0.0",
    "a private address": () => "192.168.0.1",
    "a metadata service": () => "169.254.169.254",
    "a name in Cyrillic": () => "l\u00f8calhost",
    "a name in Punycode": () => "xn--lcalhost-74a",
    "an encoded name": () => "%6c%6f%63%61%6c%68%6f%73%74",
    "an empty port of another site": () => "evil.example:",
    nothing: () => "",
    "a bracket without an end": () => "[::1",
    "an address of IPv6 with a zone": () => "[fe80::1%25lo]",
  };
  for (const [name, host] of Object.entries(foreign)) {
    test(name, async () => {
      const [status = 0] = await statusOf([`Host: ${host()}`]);
      assert.ok([400, 403, 421].includes(status), `${host()}: ${status}`);
    });
  }

  test("two Host headers", async () => {
    const [status = 0] = await statusOf([`Host: 127.0.0.1:${port}`, "Host: evil.example"]);
    assert.ok([400, 403].includes(status), String(status));
  });

  test("no Host", async () => {
    const [status = 0] = await statusOf([]);
    assert.ok([400, 403].includes(status), String(status));
  });

  test("a header of a proxy does not replace it", async () => {
    for (const header of ["X-Forwarded-Host", "X-Host", "Forwarded", "X-Original-Host"]) {
      const value = header === "Forwarded" ? `host=127.0.0.1:${port}` : `127.0.0.1:${port}`;
      const [status = 0] = await statusOf(["Host: evil.example", `${header}: ${value}`]);
      assert.equal(status, 403, header);
    }
  });

  test("the server's own names do", async () => {
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]) {
      assert.deepEqual(await statusOf([`Host: ${host}`]), [200], host);
    }
  });
});

describe("a page of another origin reaches no server on loopback", () => {
  const foreign: Readonly<Record<string, () => string>> = {
    "another site": () => "https://evil.example",
    "a site whose name begins with the address": () => `http://127.0.0.1:${port}.evil.example`,
    "a site whose name begins with localhost": () => `http://localhost.evil.example:${port}`,
    "the address as a user": () => `http://127.0.0.1:${port}@evil.example`,
    "a sandboxed page": () => "null",
    "a page from a file": () => "file://",
    "a browser's extension": () => "chrome-extension://abcdefghijklmnop",
    "two origins": () => `http://127.0.0.1:${port} https://evil.example`,
    "two origins with a comma": () => `http://127.0.0.1:${port},https://evil.example`,
    "any origin": () => "*",
    "no URL": () => "evil",
    "a private address": () => "http://192.168.0.1",
    "an empty scheme": () => "//127.0.0.1",
    "a script": () => "javascript:alert(1)",
  };
  for (const [name, origin] of Object.entries(foreign)) {
    test(name, async () => {
      const [status = 0] = await statusOf([`Host: 127.0.0.1:${port}`, `Origin: ${origin()}`]);
      assert.ok([400, 403].includes(status), `${origin()}: ${status}`);
    });
  }
});
