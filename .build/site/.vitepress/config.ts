/** Settings of VitePress. The pages and the sidebar are written by ../build.ts. */
import { readFileSync } from "node:fs";
import { defineConfig, type DefaultTheme } from "vitepress";
import { anchorOf } from "../../docs/anchor.js";

const sidebar = JSON.parse(
  readFileSync(new URL("../pages/sidebar.json", import.meta.url), "utf8"),
) as DefaultTheme.SidebarItem[];

export default defineConfig({
  title: "mcp-codegen",
  description: "MCP servers in TypeScript from OpenAPI documents",
  srcDir: "pages",
  outDir: "../../out/docs",
  cacheDir: "node_modules/.vitepress",
  // The index of the search is one file.
  vite: { build: { chunkSizeWarningLimit: 4096 } },
  markdown: {
    anchor: { slugify: anchorOf },
    // Vue would take braces in code for expressions; VitePress sees to that in blocks of code only.
    config: ({ renderer }) => {
      const render = renderer.rules.code_inline;
      renderer.rules.code_inline = (...args) =>
        render?.(...args).replace("<code", "<code v-pre") ?? "";
    },
  },
  themeConfig: {
    nav: [
      { text: "Contents", link: "/contents" },
      { text: "Recipes", link: "/recipes/" },
      { text: "API", link: "/reference/api/" },
    ],
    sidebar,
    outline: "deep",
    search: { provider: "local" },
  },
});
