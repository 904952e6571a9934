/**
 * A class whose schemas come from its TypeScript types and comments. After a change of a type, in this folder:
 *
 *     npx mcp-codegen schemas shop.ts
 *
 * It writes `shop.schemas.ts`, which the decorators name. To serve it on stdio: `node --import tsx examples/schemas/shop.ts`
 */
import { mcpServer, mcpServerOf, mcpTool, serveStdio } from "mcp-codegen/runtime";
import * as schemas from "./shop.schemas.js";

interface Article {
  name: string;
  /** In cents. @asType integer @minimum 0 */
  price: number;
  colour?: "red" | "green";
}

const articles: readonly Article[] = [
  { name: "apple", price: 40, colour: "red" },
  { name: "pear", price: 55, colour: "green" },
];

@mcpServer({ name: "shop", version: "1.0.0" })
class Shop {
  /**
   * Finds articles by a word.
   *
   * @param word a part of the name
   * @param limit how many at most
   */
  @mcpTool(schemas.Shop.search)
  search({ word, limit = 10 }: { word: string; limit?: number }): { articles: Article[] } {
    return { articles: articles.filter(({ name }) => name.includes(word)).slice(0, limit) };
  }
}

await serveStdio(mcpServerOf(new Shop()));
