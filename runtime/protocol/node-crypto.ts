type NodeCrypto = typeof import("node:crypto");

let loaded: NodeCrypto | undefined;

/**
 * Returns `node:crypto`, loaded on first use: loading takes half as long as all other modules of a server on stdio, and most
 * servers never need it.
 */
export function nodeCrypto(): NodeCrypto {
  return (loaded ??= process.getBuiltinModule("node:crypto"));
}
