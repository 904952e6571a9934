import { quotedJson, quotedYaml } from "./quoted-text.js";

/** The languages in which a configuration is written. */
export const configFormats = ["yaml", "ts", "json"] as const;
export type ConfigFormat = (typeof configFormats)[number];

/** Where editors find the schema of configurations, for a package of this version. */
function schemaUrl(version: string): string {
  return `https://unpkg.com/mcp-codegen@${version}/dist/config.schema.json`;
}

/**
 * Writes a configuration of one server. Every string is quoted.
 *
 * @param settings in the order in which they are written
 */
export function configText(
  settings: Readonly<Record<string, unknown>>,
  format: ConfigFormat,
  version: string,
): string {
  switch (format) {
    case "json":
      return `${quotedJson({ $schema: schemaUrl(version), ...settings }, 2)}\n`;
    case "yaml":
      return `# yaml-language-server: $schema=${schemaUrl(version)}
${quotedYaml(settings)}`;
    case "ts": {
      const members = Object.entries(settings).map(
        ([name, value]) => `  ${name}: ${quotedJson(value)},\n`,
      );
      return `import { defineConfig } from "mcp-codegen";\n\nexport default defineConfig({\n${members.join("")}});\n`;
    }
  }
}
