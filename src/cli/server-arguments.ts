import type { Options } from "../options/table.js";

/** Returns the arguments of a server's program that the options of `serve` stand for. */
export function serverArguments(options: Options): string[] {
  const { http, host, stateless, mock } = options;
  return [
    ...(http === undefined ? [] : ["--http", ...(http === "" ? [] : [http]), "--host", host]),
    ...(stateless ? ["--stateless"] : []),
    ...(mock ? ["--mock"] : []),
    ...(options["allow-host"] ?? []).map((name) => `--allow-host=${name}`),
    ...(options["allow-origin"] ?? []).map((origin) => `--allow-origin=${origin}`),
    ...(options["token-file"] === undefined ? [] : [`--token-file=${options["token-file"]}`]),
    ...(["rate-limit", "max-concurrent", "timeout", "log-level", "log-format"] as const).flatMap(
      (name) => (options[name] === undefined ? [] : [`--${name}=${options[name]}`]),
    ),
    ...(options["follow-redirects"] ?? []).map((host) => `--follow-redirects=${host}`),
    ...(options["drift-report"] === undefined ? [] : [`--drift-report=${options["drift-report"]}`]),
    ...(options["allow-files"] ?? []).map((folder) => `--allow-files=${folder}`),
    ...(options["forward-header"] ?? []).map((name) => `--forward-header=${name}`),
  ];
}
