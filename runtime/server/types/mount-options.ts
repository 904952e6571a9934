/** How a server is mounted in another one. */
export interface MountOptions {
  /**
   * Goes before the names of tools and prompts, as it is: `weather_`. Resources keep their URIs, because results and texts
   * name them. Default: none.
   */
  readonly prefix?: string;
}

/**
 * A server, or an instance of a class with `@mcpServer`. A class that is not made, a promise and a list are none; the compiler
 * can't know more, because any instance may be decorated.
 */
export type Mountable = object & {
  readonly then?: never;
  readonly [Symbol.hasInstance]?: never;
  readonly [Symbol.unscopables]?: never;
};
