// Plain JavaScript, so that nothing but the two libraries is measured: reads a document and lets swagger-parser bundle
// it. What any generator pays that leaves the reading to that library.
import { readFileSync } from "node:fs";
import SwaggerParser from "@apidevtools/swagger-parser";
import { load } from "js-yaml";

const file = process.argv[2];
const text = readFileSync(file, "utf8");
await SwaggerParser.bundle(file, file.endsWith(".json") ? JSON.parse(text) : load(text), {});
