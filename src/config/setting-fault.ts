import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";

/** A setting that can't be used. */
export interface SettingFault {
  /** JSON Pointer (RFC 6901) to the setting. */
  readonly pointer: string;
  readonly message: string;
  readonly hint?: string;
}

/** Returns faults as the errors that a run reports, at their places in the file. */
export function faultDiagnostics(faults: readonly SettingFault[], url: string): Diagnostic[] {
  return faults.map(({ pointer, message, hint }) => ({
    code: "config-invalid",
    severity: "error",
    message,
    place: { file: url, pointer },
    ...defined({ hint }),
  }));
}
