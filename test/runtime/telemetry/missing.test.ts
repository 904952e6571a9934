/** A program without OpenTelemetry. In a file of its own, because a failed import stays failed for the process. */
import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";
import { openTelemetry } from "../../../runtime/telemetry/open-telemetry.js";

const hook = `export function resolve(specifier, context, next) {
  if (specifier === "@opentelemetry/api") throw new Error("Cannot find package");
  return next(specifier, context);
}`;

test("without the package the error says what to install", async () => {
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
  await assert.rejects(openTelemetry(), /npm install @opentelemetry\/api/);
});
