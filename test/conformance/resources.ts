import type { McpServer } from "../../runtime/index.js";
import { picture } from "./media.js";

export function registerResources(server: McpServer): void {
  server.resource(
    {
      uri: "test://static-text",
      name: "Static text",
      description: "Text that never changes",
      mimeType: "text/plain",
      cache: { ttlMs: 60_000, cacheScope: "public" },
    },
    () => "This is the content of the static text resource.",
  );
  server.resource(
    {
      uri: "test://static-binary",
      name: "Static binary",
      description: "A picture that never changes",
      mimeType: "image/png",
    },
    () => picture,
  );
  server.resource(
    {
      uri: "test://watched-resource",
      name: "Watched resource",
      description: "Can be subscribed to",
      mimeType: "text/plain",
    },
    () => "Watched resource content",
  );
  server.template(
    {
      uriTemplate: "test://template/{id}/data",
      name: "Template",
      description: "Data by id",
      mimeType: "application/json",
      complete: { id: (value) => ["123", "124", "200"].filter((id) => id.startsWith(value)) },
    },
    ({ id }) => ({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
  );
}
