import picomatch from "picomatch";

/**
 * Converts a glob on a path template to a regular expression.
 *
 * `*` stays within a segment, `**` crosses segments (and `/admin/**` matches `/admin` too), `?` is one character, and `{a,b}` are
 * alternatives. All other characters are literal, because paths contain many that globs treat specially: `{petId}`,
 * `/Users('{id}')`, `/files/{id}#add`, `/{name}:verb`.
 */
export function pathGlob(glob: string): RegExp {
  const literal = glob.replace(/\{[^{},]*\}|[\\()[\]!+@|$^#'"<>]/g, (found) =>
    found.startsWith("{") ? `\\${found.slice(0, -1)}\\}` : `\\${found}`,
  );
  return picomatch.makeRe(literal, { dot: true, windows: false, nonegate: true, noextglob: true });
}

/** Converts a name in which `*` stands for any characters to a regular expression. */
export function nameGlob(glob: string): RegExp {
  const parts = glob.split(/\*+/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "su");
}
