/**
 * Builds a document of any number of similar operations, each with parameters, a body and a schema of its own.
 * Operations do not refer to more as their number grows.
 */
export function syntheticDocument(operations: number): string {
  const paths: Record<string, unknown> = {};
  const schemas: Record<string, unknown> = {};
  for (let index = 0; index < 10; index += 1) schemas[`Part${index}`] = { type: "string" };
  for (let index = 0; index < operations; index += 1) {
    const ref = { $ref: `#/components/schemas/Thing${index}` };
    paths[`/things${index}/{thingId}`] = {
      put: {
        operationId: `putThing${index}`,
        summary: `Store thing ${index}.`,
        parameters: [
          { name: "thingId", in: "path", required: true, schema: { type: "string" } },
          { name: "dryRun", in: "query", schema: { type: "boolean", default: false } },
        ],
        requestBody: { required: true, content: { "application/json": { schema: ref } } },
        responses: {
          200: { description: "Stored.", content: { "application/json": { schema: ref } } },
        },
      },
    };
    schemas[`Thing${index}`] = {
      type: "object",
      description: `Thing ${index}.`,
      required: ["name"],
      properties: {
        name: { type: "string", minLength: 1, description: "What people call it." },
        size: { type: "integer", minimum: 0 },
        labels: { type: "array", items: { type: "string" } },
        parts: { type: "array", items: { $ref: `#/components/schemas/Part${index % 10}` } },
      },
    };
  }
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Things", version: "1.0.0" },
    servers: [{ url: "https://things.example" }],
    paths,
    components: { schemas },
  });
}
