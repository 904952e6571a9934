// Starts a node:http server on a free port and prints the port.
export function listen(server) {
  server.listen(0, "127.0.0.1", () => announce(server.address().port));
}

export function announce(port) {
  process.stdout.write(`listening ${port}\n`);
}
