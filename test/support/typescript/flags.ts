/** For `node`: the flags with which it runs the TypeScript of this repository. See `register.mjs`. */
export const runTypeScript: readonly string[] = [
  "--import",
  new URL("register.mjs", import.meta.url).href,
];
