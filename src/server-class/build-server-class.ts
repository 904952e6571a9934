import path from "node:path";
import type { OpenApiServerClass, OpenApiServerOptions } from "mcp-codegen/runtime";
import type { ServerConfig } from "../config/define-config.js";
import { InlineDocuments } from "../config/inline-documents.js";
import { readGiven, type DocumentInput } from "../config/read-given.js";
import type { LocatedDiagnostic } from "../diagnostics/diagnostic.js";
import { formatDiagnostic } from "../diagnostics/format.js";
import { defaultOptions } from "../options/table.js";
import { readSurface } from "../read-surface.js";
import type { WrittenRouteMap } from "../routes/written-route-map.js";

/** How `buildOpenApiServerClass` reads a document, and what its class does. */
export interface ServerClassOptions extends Pick<
  ServerConfig,
  | "name"
  | "rename"
  | "auth"
  | "mode"
  | "budget"
  | "client"
  | "descriptionLimit"
  | "instructionsLimit"
  | "inputSchemaLimit"
  | "outputSchemaLimit"
  | "unknownArguments"
  | "allowRemoteRefs"
  | "allowRefsOutside"
  | "allowRef"
  | "allowInternal"
  | "trustXMcp"
  | "maxWork"
> {
  /** The route map, or its rules. */
  readonly routes?: string | URL | WrittenRouteMap | undefined;
  /** Overlays, in the order in which they are applied. */
  readonly overlay?: DocumentInput | readonly DocumentInput[] | undefined;
  /** Folder of relative paths. Default: the working directory. */
  readonly cwd?: string | undefined;
  /** The name of the class, an identifier. Default: made of the title, as that of a generated class. */
  readonly className?: string | undefined;
  /** Default of the instances: replaces the URL of every server of the document. */
  readonly baseUrl?: string | undefined;
  /** Default of the instances: sends the requests. */
  readonly fetch?: OpenApiServerOptions["fetch"] | undefined;
  /** Further defaults of the instances. What a constructor is given takes precedence. */
  readonly defaults?: OpenApiServerOptions | undefined;
  /** Called with each warning. */
  readonly onDiagnostic?: ((diagnostic: LocatedDiagnostic) => void) | undefined;
}

/** A document, route map or overlay can't be used. The message has the errors with their places. */
export class UnusableDocument extends Error {
  override readonly name: string = "UnusableDocument";
  /** All problems, sorted by place. */
  readonly diagnostics: readonly LocatedDiagnostic[];

  constructor(diagnostics: readonly LocatedDiagnostic[]) {
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    super(errors.map((each) => formatDiagnostic(each)).join("\n"));
    this.diagnostics = diagnostics;
  }
}

/**
 * Builds the class of a document's server while the program runs, without writing files. It is a class like a generated one:
 * with a method `(input, ctx)` for each operation, to be constructed, extended, mounted and guarded, but its methods have no
 * types of their own.
 *
 * ```ts
 * const Petstore = await buildOpenApiServerClass("openapi.yaml", {
 *   routes: [{ match: { method: "DELETE" }, expose: "exclude" }],
 *   baseUrl: "https://pets.example",
 * });
 * await serve(new Petstore());
 * ```
 *
 * @param document its path, URL, text or value
 * @throws UnusableDocument for what is wrong with the document, the route map or an overlay
 * @throws TypeError for an option that can't be used
 */
export async function buildOpenApiServerClass(
  document: DocumentInput,
  given: ServerClassOptions = {},
): Promise<OpenApiServerClass> {
  const { cwd: folder = "", className, baseUrl, fetch, defaults, onDiagnostic, ...others } = given;
  if (className !== undefined && !/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(className)) {
    throw new TypeError("buildOpenApiServerClass: `className` must be an identifier.");
  }
  const cwd = path.resolve(folder);
  const inline = new InlineDocuments();
  const { input, options } = readGiven(
    "buildOpenApiServerClass",
    { ...others, input: document },
    { cwd, inline, concerns: (commands) => commands.includes("list"), purpose: "a server's class" },
  );
  const { surface, diagnostics } = await readSurface(
    input,
    { ...defaultOptions(), ...options },
    { cwd, documents: inline.texts },
  );
  if (!surface) throw new UnusableDocument(diagnostics);
  for (const diagnostic of diagnostics) onDiagnostic?.(diagnostic);
  const { classOfSurface } = await import("./class-of-surface.js");
  return classOfSurface(surface, className ?? surface.className, {
    ...defaults,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(fetch !== undefined && { fetch }),
  });
}
