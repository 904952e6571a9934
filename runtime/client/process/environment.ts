/** Variables that programs need to run, and that hold no credentials: those of the official SDKs, and the locale's. */
const posixNames = "HOME LOGNAME PATH SHELL TERM USER LANG LC_ALL LC_CTYPE TMPDIR TZ".split(" ");
const windowsNames = (
  "APPDATA COMSPEC HOMEDRIVE HOMEPATH LOCALAPPDATA PATH PATHEXT PROCESSOR_ARCHITECTURE PROGRAMDATA PROGRAMFILES " +
  "PROGRAMFILES(X86) PROGRAMW6432 SYSTEMDRIVE SYSTEMROOT TEMP TMP USERNAME USERPROFILE WINDIR"
).split(" ");

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Returns the environment of a server: `own` variables and, of `inherited`, those that every program needs. Others may be
 * credentials, which are not for every server.
 */
export function childEnvironment(
  own: Readonly<Record<string, string>> = {},
  inherited: Variables = process.env,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const isWindows = platform === "win32";
  // Windows compares names without regard to case, and would take the first of two spellings.
  const replaced = new Set(isWindows ? Object.keys(own).map((name) => name.toUpperCase()) : []);
  const environment: Record<string, string> = {};
  for (const name of isWindows ? windowsNames : posixNames) {
    const value = inherited[name];
    // Bash exports functions as variables that begin so; a shell would run their text.
    if (value === undefined || value.startsWith("()") || replaced.has(name)) continue;
    environment[name] = value;
  }
  return { ...environment, ...own };
}
