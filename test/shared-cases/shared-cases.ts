/**
 * `npm run cases`: checks the OpenAPI cases beside the repository, `../shared/cases`, like the golden cases. Without
 * that folder it does nothing. Golden cases of our own cover the same, see README.md.
 */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "js-yaml";
import type { CaseFile } from "../golden/case-file.js";
import { checkCase, fill } from "../golden/check-case.js";
import { root } from "../support/cli.js";
import { startRecorder } from "../support/recorder.js";

const shared = path.join(root, "../shared/cases");
const folder = path.dirname(fileURLToPath(import.meta.url));
const files = readdirSync(folder).filter((file) => file.endsWith(".yaml"));

let workspace: string;

before(() => {
  workspace = mkdtempSync(path.join(os.tmpdir(), "shared-cases-"));
});

after(() => rmSync(workspace, { recursive: true, force: true }));

describe("shared cases", { concurrency: 2, skip: !existsSync(shared) }, () => {
  for (const file of files) {
    const text = readFileSync(path.join(folder, file), "utf8");
    const { about } = load(text) as CaseFile;
    test(`${path.basename(file, ".yaml")}: ${about}`, async () => {
      const input = path.join(workspace, file);
      // `B20-limit.yaml` belongs to another document of B20.
      cpSync(path.join(shared, file.slice(0, 3)), input, { recursive: true });
      const recorder = await startRecorder({ files: input });
      try {
        useRecorder(input, new URL(recorder.url).host);
        const definition = load(fill(text, recorder.url)) as CaseFile;
        await checkCase(input, input, definition, recorder);
      } finally {
        await recorder.close();
      }
    });
  }
});

/** Replaces the fixed address at which the cases expect the API. */
function useRecorder(input: string, host: string): void {
  for (const entry of readdirSync(input, { withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".yaml")) continue;
    const file = path.join(input, entry.name);
    writeFileSync(file, readFileSync(file, "utf8").replaceAll("127.0.0.1:4010", host));
  }
}
