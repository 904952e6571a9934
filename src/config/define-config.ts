import type { Settings } from "../options/settings.js";

/** A value of the types that JSON has, such as an OpenAPI document or a route map. */
export type JsonObject = { readonly [key: string]: unknown };

/** What a configuration says about one server. */
export interface ServerConfig extends Omit<Settings, "routes" | "overlay"> {
  /**
   * The OpenAPI document: a path relative to the configuration, a URL, or the document itself. Default: that of the
   * configuration.
   */
  readonly input?: string | JsonObject | undefined;
  /** The route map: a path relative to the configuration, a URL, or the route map itself. */
  readonly routes?: string | JsonObject | readonly JsonObject[] | undefined;
  /** Overlays, in the order in which they are applied. */
  readonly overlay?: string | JsonObject | readonly (string | JsonObject)[] | undefined;
}

/** One project of several documents, which mounts their servers in one. */
export interface ProjectConfig {
  /** The name of the server, its class and its folder. */
  readonly name: string;
  /** Default: the name. */
  readonly title?: string | undefined;
  /** Default: 1.0.0. */
  readonly version?: string | undefined;
  /** How a model should use the server. */
  readonly instructions?: string | undefined;
  /** Its folder; default: `<name>-mcp`. */
  readonly out?: string | undefined;
}

/** A server, which may be a part of a project. */
export interface MemberConfig extends ServerConfig {
  /** Goes before the names of its tools in a project of several documents. */
  readonly prefix?: string | undefined;
}

/**
 * A configuration: one server, or several with what they have in common. Each server's own values take precedence over the
 * common ones.
 */
export interface Config extends ServerConfig {
  /** A list of servers, or servers by name. `--server` takes the name; without one, that of the output folder. */
  readonly servers?: readonly MemberConfig[] | Readonly<Record<string, MemberConfig>> | undefined;
  /** Makes the servers parts of one project. */
  readonly project?: ProjectConfig | undefined;
  /** The address of the configuration's JSON Schema, for editors. */
  readonly $schema?: string | undefined;
}

/** A configuration, or a function that makes one. */
export type ConfigSource = Config | (() => Config | Promise<Config>);

/**
 * Returns the configuration unchanged; for the checks and the completion of editors in `mcp-codegen.config.ts`.
 *
 * ```ts
 * import { defineConfig } from "mcp-codegen";
 *
 * export default defineConfig({ input: "openapi.yaml", out: "petstore-mcp" });
 * ```
 */
export function defineConfig<const Source extends ConfigSource>(config: Source): Source {
  return config;
}
