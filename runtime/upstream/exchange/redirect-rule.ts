/** Which redirects are followed. A separate module, because the other HTTP code is loaded with the first call. */

/**
 * Parses a list of origins that redirects may lead to.
 *
 * @param origins `files.example.com`, `*.example.com`, `127.0.0.1:8080`; https unless prefixed with a scheme
 * @throws TypeError for an invalid origin
 */
export function redirectRule(origins: readonly string[]): ((target: URL) => boolean) | undefined {
  if (origins.length === 0) return undefined;
  const rules = origins.map(originRule);
  return (target) => rules.some((allows) => allows(target));
}

function originRule(written: string): (target: URL) => boolean {
  const match = /^(?:(https?):\/\/)?(\*\.)?([^\s/?#@*]+)\/?$/i.exec(written);
  const scheme = match?.[1]?.toLowerCase() ?? "https";
  const url =
    match && URL.canParse(`${scheme}://${match[3]}`) && new URL(`${scheme}://${match[3]}`);
  if (!match || !url) {
    throw new TypeError(
      `Not a host to follow redirects to: ${JSON.stringify(written)}. Write files.example.com, *.example.com or http://127.0.0.1:8080.`,
    );
  }
  const { protocol, host } = url;
  if (match[2] === undefined) {
    return (target) => target.protocol === protocol && target.host === host;
  }
  return (target) => target.protocol === protocol && target.host.endsWith(`.${host}`);
}
