/**
 * Documents of the corpus whose emitted tests are run: all versions, small and large, each with a feature of its own.
 */
export const documents: readonly string[] = [
  // The largest first, so that no core is idle at the end.
  "github-rest", // 1,223 operations behind the search tools
  "openai", // multipart, event streams, queries in paths
  "twilio-api", // forms, servers of paths
  "docker-engine", // Swagger 2.0, archives
  "superset", // parameters with JSON content
  "heyapi-full-31", // odd names, a reference to another file
  "opentrials", // Swagger 2.0
  "rm-parameters-style", // every style, cookies
  "scalar-galaxy", // many security schemes, XML
  "redocly-cafe-32", // OpenAPI 3.2
  "redocly-lint-32", // the method QUERY and one of the document's own
  "redocly-sse-32", // streams whose items are described
];
