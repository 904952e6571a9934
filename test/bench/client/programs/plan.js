// What a program of the bench is asked to do: `{ era, url }` or `{ era, command, args }`, or `{ era }` for memory.
export const plan = JSON.parse(process.argv[2]);
export const clientInfo = { name: "bench", version: "1.0.0" };
