import { spawn } from "node:child_process";
import { variable, type Environment } from "../../contract/environment.js";

/**
 * Opens a page in the user's browser; ignores failures, since there may be no browser. No shell interprets the URL.
 *
 * A package for these few commands would add a dozen others to every generated project.
 *
 * @param url must be of the web: for others, a system may start other programs
 * @throws TypeError when it is not
 */
export function openBrowser(url: string, env: Environment): void {
  if (!/^https?:\/\//i.test(url)) throw new TypeError("Only pages of the web can be opened.");
  const [command, args] = commandFor(env);
  const child = spawn(command, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}

function commandFor(env: Environment): readonly [command: string, args: readonly string[]] {
  const chosen = variable(env, "BROWSER");
  if (chosen !== undefined) return [chosen, []];
  switch (process.platform) {
    case "darwin":
      return ["open", []];
    case "win32":
      return ["rundll32", ["url.dll,FileProtocolHandler"]];
    default:
      return ["xdg-open", []];
  }
}
