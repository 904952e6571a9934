/** How a server is mounted in another one. */
export interface MountOptions {
  /**
   * Goes before the names of tools and prompts, as it is: `weather_`. Resources keep their URIs, because results and texts
   * name them. Default: none.
   */
  readonly prefix?: string;
}

/**
 * A server, or an instance of a class with `@mcpServer`. The compiler refuses a class in place of
 * its instance, a promise and a list. It can't refuse more, because any instance may be decorated.
 */
export type Mountable = object & {
  readonly then?: never;
  readonly [Symbol.hasInstance]?: never;
  readonly [Symbol.unscopables]?: never;
};
