import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic, Place } from "../diagnostics/diagnostic.js";
import { below } from "../diagnostics/place.js";
import { readAuth } from "../options/auth-option.js";
import type { Source } from "../load/source.js";
import { nameGlob, pathGlob } from "./glob.js";
import type { Defaults, Match, RouteMap, Rule } from "./route-map.js";
import { toDiagnostics, validate } from "./validate.js";
import { SettingReader } from "./settings.js";
import type { RouteEntry, RouteMatch, RouteRule, WrittenRouteMap } from "./written-route-map.js";

/**
 * Reads a route map, which is a list of rules or an object with `routes` and `defaults`.
 *
 * @returns the route map, or errors at their lines
 */
export function readRouteMap(source: Source): {
  routeMap?: RouteMap;
  diagnostics: readonly Diagnostic[];
} {
  const root: Place = { file: source.url, pointer: "" };
  const faults = validate("routeMap", source.value);
  if (faults.length > 0) {
    return { diagnostics: toDiagnostics(faults, root, "error", "routes-invalid") };
  }

  const isList = Array.isArray(source.value);
  const written = (isList ? { routes: source.value } : source.value) as Exclude<
    WrittenRouteMap,
    readonly unknown[]
  >;
  const reader = new RuleReader();
  const rules = (written.routes ?? []).map((rule, index) =>
    reader.read(rule, index + 1, {
      file: source.url,
      pointer: `${isList ? "" : "/routes"}/${index}`,
    }),
  );
  const { expose = "tool", deprecated, ...settings } = written.defaults ?? {};
  const defaults: Defaults = {
    ...reader.settings.read(settings, { file: source.url, pointer: "/defaults" }),
    expose,
    ...defined({ deprecated }),
  };
  const diagnostics = [...reader.diagnostics, ...reader.settings.diagnostics];
  if (diagnostics.length > 0) return { diagnostics };
  const auth = written.auth === undefined ? undefined : readAuth(written.auth);
  const env = Object.entries(written.env ?? {}).map(([name, variable]) => ({
    name,
    variable,
    place: below({ file: source.url, pointer: "/env" }, name),
  }));
  const routeMap = { label: baseName(source.url), rules, defaults, env, ...defined({ auth }) };
  return { routeMap, diagnostics };
}

class RuleReader {
  readonly diagnostics: Diagnostic[] = [];
  readonly settings: SettingReader = new SettingReader("error", "routes-invalid");

  read(written: RouteRule | RouteEntry, number: number, place: Place): Rule {
    return "pattern" in written
      ? this.#entry(written, number, place)
      : this.#rule(written, number, place);
  }

  #rule(written: RouteRule, number: number, place: Place): Rule {
    const { match, ...settings } = written;
    const at = (field: string): Place =>
      Object.hasOwn(written, field) ? below(place, field) : place;
    return {
      number,
      place,
      places: { expose: at("expose"), name: at("name"), uri: at("uri") },
      match: this.#match(match, below(place, "match")),
      settings: this.settings.read(settings, place),
    };
  }

  #entry(written: RouteEntry, number: number, place: Place): Rule {
    const at = (field: string): Place =>
      Object.hasOwn(written, field) ? below(place, field) : place;
    const pathRegex = this.#regex(written.pattern, below(place, "pattern"));
    const { method, name_override: name, description_override: description } = written;
    return {
      number,
      place,
      places: { expose: at("expose_as"), name: at("name_override"), uri: place },
      match: defined({
        pathRegex,
        method: typeof method === "string" ? [method.toUpperCase()] : undefined,
      }),
      settings: {
        expose: written.expose_as ?? "tool",
        ...defined({
          name: name ?? undefined,
          description: description || undefined,
        }),
      },
    };
  }

  #match(written: RouteMatch, place: Place): Match {
    const { path, pathRegex, method, operationId, tag, deprecated, extension } = written;
    const regex =
      pathRegex === undefined ? undefined : this.#regex(pathRegex, below(place, "pathRegex"));
    return defined({
      path:
        path === undefined
          ? undefined
          : list(path).map((glob) => ({ glob, regex: pathGlob(glob) })),
      pathRegex: regex,
      method: method === undefined ? undefined : list(method).map((name) => name.toUpperCase()),
      operationId: operationId === undefined ? undefined : list(operationId).map(nameGlob),
      tag: tag === undefined ? undefined : list(tag),
      deprecated,
      extension: extension === undefined ? undefined : extensions(extension),
    });
  }

  #regex(pattern: string, place: Place): RegExp | undefined {
    try {
      return new RegExp(pattern);
    } catch (error) {
      this.diagnostics.push({
        code: "routes-invalid",
        severity: "error",
        message: `${(error as Error).message}.`,
        place,
        ...defined({
          hint: /\(\?P|\(\?[aiLmsux]/.test(pattern)
            ? "Patterns are ECMAScript regular expressions: write `(?<name>…)`, and leave `(?i)` out."
            : undefined,
        }),
      });
      return undefined;
    }
  }
}

function extensions(
  written: string | { readonly [name: string]: unknown },
): NonNullable<Match["extension"]> {
  return typeof written === "string" ? [[written, undefined]] : Object.entries(written);
}

function list(value: string | readonly string[]): readonly string[] {
  return typeof value === "string" ? [value] : value;
}

function baseName(url: string): string {
  const name = url.replace(/[?#].*$/, "").replace(/^.*[/\\]/, "");
  try {
    return decodeURIComponent(name) || url;
  } catch {
    return name || url;
  }
}
