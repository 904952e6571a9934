/** Makes certificates for tests with the machine's `openssl`. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestContext } from "node:test";

export interface Certificates {
  /** PEM files of an authority, and of a server and a client that it certifies. */
  readonly ca: string;
  readonly serverCert: string;
  readonly serverKey: string;
  readonly clientCert: string;
  readonly clientKey: string;
  /** The client's key, encrypted with `passphrase`. */
  readonly lockedKey: string;
  readonly passphrase: string;
}

export function hasOpenssl(): boolean {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

export function makeCertificates(t: TestContext): Certificates {
  const folder = mkdtempSync(path.join(tmpdir(), "mcp-tls-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = (name: string): string => path.join(folder, name);
  const openssl = (...args: string[]): void => {
    execFileSync("openssl", args, { cwd: folder, stdio: "ignore" });
  };
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const [caKey, ca] = ["ca.key", "ca.pem"];
  openssl("req", "-x509", ...key, "-keyout", caKey, "-out", ca, "-days", "2", "-subj", "/CN=CA");
  writeFileSync(file("san.txt"), "subjectAltName=IP:127.0.0.1\n");
  for (const name of ["server", "client"]) {
    const [request, cert] = [`${name}.csr`, `${name}.pem`];
    openssl("req", ...key, "-keyout", `${name}.key`, "-out", request, "-subj", `/CN=${name}`);
    const issued = ["-CA", ca, "-CAkey", caKey, "-CAcreateserial", "-days", "2"];
    openssl("x509", "-req", "-in", request, ...issued, "-extfile", "san.txt", "-out", cert);
  }
  const passphrase = "open sesame";
  const locking = ["-aes256", "-passout", `pass:${passphrase}`];
  openssl("ec", "-in", "client.key", ...locking, "-out", "locked.key");
  return {
    ca: file(ca),
    serverCert: file("server.pem"),
    serverKey: file("server.key"),
    clientCert: file("client.pem"),
    clientKey: file("client.key"),
    lockedKey: file("locked.key"),
    passphrase,
  };
}
