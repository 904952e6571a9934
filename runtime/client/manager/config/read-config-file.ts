import { open } from "node:fs/promises";

/** A configuration or a file of variables is small. */
const mostBytes = 1_048_576;

/** Reads a small text file. @throws the error of the file system, or with the code `EFBIG` */
export async function readConfigFile(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(mostBytes + 1),
      0,
      mostBytes + 1,
      0,
    );
    if (bytesRead > mostBytes) {
      throw Object.assign(new Error(`The file is larger than ${mostBytes} bytes.`), {
        code: "EFBIG",
      });
    }
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}
