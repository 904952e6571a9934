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
  markdown: { anchor: { slugify: anchorOf } },
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
