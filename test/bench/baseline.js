// Reads a document and lets swagger-parser bundle it: the least that a generator spends that leaves reading to that
// library. Plain JavaScript, so that only the two libraries are measured.
import { readFileSync } from "node:fs";
import SwaggerParser from "@apidevtools/swagger-parser";
import { load } from "js-yaml";

const file = process.argv[2];
const text = readFileSync(file, "utf8");
await SwaggerParser.bundle(file, file.endsWith(".json") ? JSON.parse(text) : load(text), {});
