/** Checks one document in its own process: `check-document.ts NAME FILE` prints an OracleResult as JSON. */
import path from "node:path";
import { root } from "../support/cli.js";
import { readDecisions } from "./decisions.js";
import { checkDocument } from "./document-check.js";
import { readSurfaceOf } from "./read-surface.js";

const [name = "", file = ""] = process.argv.slice(2);
const decisions = readDecisions(path.join(root, "test/oracle/decisions.json"));
const result = await checkDocument(name, file, await readSurfaceOf(file), decisions);
process.stdout.write(JSON.stringify(result));
