import { spawn } from "node:child_process";
import { variable, type Environment } from "../../../contract/environment.js";

/**
 * Shows a page in the user's browser, as far as there is one: nobody hears when it fails. No shell reads the URL.
 *
 * A package for this would bring a dozen others into every generated project, for these commands.
 */
export function openBrowser(url: string, env: Environment): void {
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
