type NodeCrypto = typeof import("node:crypto");

let loaded: NodeCrypto | undefined;

/**
 * `node:crypto`, loaded when it is first used: that takes as long as half of all the modules a server on stdio begins
 * with, and most never need it.
 */
export function nodeCrypto(): NodeCrypto {
  return (loaded ??= process.getBuiltinModule("node:crypto"));
}
