/** A process that loads this reaches nothing but its own machine. */
import net from "node:net";

const { connect } = net.Socket.prototype;

net.Socket.prototype.connect = function (...args) {
  const [options] = Array.isArray(args[0]) ? args[0] : args;
  const host = typeof options === "object" ? (options.host ?? options.path) : undefined;
  if (host !== "127.0.0.1") {
    throw new Error(`A connection to ${host} is opened, which no test may do.`);
  }
  return connect.apply(this, args);
};
