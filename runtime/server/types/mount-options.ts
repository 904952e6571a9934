/** How a server is mounted in another one. */
export interface MountOptions {
  /**
   * Goes before the names of tools and prompts, as it is: `weather_`. Resources keep their URIs, because results and texts
   * name them. Default: none.
   */
  readonly prefix?: string;
}
