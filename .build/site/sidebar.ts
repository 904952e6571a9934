/** The sidebar of the site: the headings and lists of docs/README.md. */
import { pageOf } from "./pages.js";

interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly SidebarItem[];
}

/** @param contents the text of docs/README.md */
export function sidebarOf(contents: string): readonly SidebarItem[] {
  const groups = contents
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [text = ""] = section.split("\n");
      const items = [...section.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm)].map(
        ([, name = "", link = ""]) => ({
          text: name,
          link: `/${pageOf(`docs/${link}`).replace(/(?:index)?\.md$/, "")}`,
        }),
      );
      return { text, items };
    });
  const api = { text: "API", items: [{ text: "Public API", link: "/reference/api/" }] };
  return [{ text: "Overview", link: "/" }, ...groups.filter(({ items }) => items.length > 0), api];
}
