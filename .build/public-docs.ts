/**
 * Modules of public names, below runtime/. Their doc comments are in the declarations, where editors show them; in the code
 * every server would read them at its start.
 */
const publicModules = [
  /^authorization\/(?:resource|verifiers)\//,
  /^client\/(?:errors|[\w-]+\/factories)$/,
  /^compose\//,
  /^resources\/uri-template$/,
  /^server\/(?:client-input\/(?:errors|input-required)|mcp-server|openapi-server)$/,
  /^server\/(?:decorators|program|serve)\//,
  /^state\/(?:memory|redis)\/state$/,
  /^testing\/(?:recording\/)?open-/,
  /^transports\/memory$/,
];

/**
 * Removes the doc comments of public modules.
 *
 * @param code a chunk of the bundle, which names each module in a comment before its code
 */
export function withoutPublicDocs(code: string): string {
  return code
    .split(/^(?=\/\/ [\w/.-]+\.js$)/m)
    .map((module) => {
      const name = /^\/\/ ([\w/.-]+)\.js$/m.exec(module)?.[1] ?? "";
      const isPublic = publicModules.some((each) => each.test(name));
      return isPublic ? module.replaceAll(/^ *\/\*\*[^]*?\*\/\n/gm, "") : module;
    })
    .join("");
}
