import { quotedJson, quotedYaml } from "./quoted-text.js";

/** The languages in which a configuration is written. */
export const configFormats = ["yaml", "ts", "json"] as const;
export type ConfigFormat = (typeof configFormats)[number];

/** Where editors find the schema of configurations, in a project that has installed the package. */
const schemaPath = "./node_modules/mcp-codegen/dist/config.schema.json";

/**
 * Writes a configuration of one server. Every string is quoted.
 *
 * @param settings in the order in which they are written
 */
export function configText(
  settings: Readonly<Record<string, unknown>>,
  format: ConfigFormat,
): string {
  switch (format) {
    case "json":
      return `${quotedJson({ $schema: schemaPath, ...settings }, 2)}\n`;
    case "yaml":
      return `# yaml-language-server: $schema=${schemaPath}
${quotedYaml(settings)}`;
    case "ts": {
      const members = Object.entries(settings).map(
        ([name, value]) => `  ${name}: ${quotedJson(value)},\n`,
      );
      return `import { defineConfig } from "mcp-codegen";\n\nexport default defineConfig({\n${members.join("")}});\n`;
    }
  }
}
