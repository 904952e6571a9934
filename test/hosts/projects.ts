/** Everything that runs, bundles or compiles the projects of `shopProject`, which one process generates once. */
import "./programs.js";
import "./bundlers.js";
import "./compilers.js";
