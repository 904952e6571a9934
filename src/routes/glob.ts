import picomatch from "picomatch";

/**
 * A regular expression for a glob on a path template.
 *
 * `*` stays within a segment, `**` crosses segments (and `/admin/**` takes `/admin` too), `?` is one character,
 * `{a,b}` are alternatives. Everything else stands for itself, because paths are full of what globs find special:
 * `{petId}`, `/Users('{id}')`, `/files/{id}#add`, `/{name}:verb`.
 */
export function pathGlob(glob: string): RegExp {
  const literal = glob.replace(/\{[^{},]*\}|[\\()[\]!+@|$^#'"<>]/g, (found) =>
    found.startsWith("{") ? `\\${found.slice(0, -1)}\\}` : `\\${found}`,
  );
  return picomatch.makeRe(literal, { dot: true, windows: false, nonegate: true, noextglob: true });
}

/** A regular expression for a name in which `*` stands for any characters. */
export function nameGlob(glob: string): RegExp {
  const parts = glob.split(/\*+/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "su");
}
