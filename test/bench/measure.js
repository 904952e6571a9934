// Plain JavaScript, loaded with --import before the measured program: writes the process's peak memory in KiB to the
// file that BENCH_FIGURES names, as it exits.
import { writeFileSync } from "node:fs";

process.on("exit", () => {
  writeFileSync(process.env.BENCH_FIGURES, String(process.resourceUsage().maxRSS));
});
