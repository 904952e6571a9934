// The tools of every measured server: `echo`, and similar ones up to the requested number.
export const info = { name: "bench", version: "1.0.0" };

export function toolNames(count) {
  return Array.from({ length: count }, (_, index) => (index === 0 ? "echo" : `echo_${index + 1}`));
}

export const description = "Says the text again.";
