import { defineConfig } from "mcp-codegen";

export default defineConfig({
  input: "openapi.yaml",
  out: process.env["NO_SUCH_VARIABLE"]!.toLowerCase(),
});
