// Plain JavaScript, loaded with --import before a measured server: tells its memory when the bench asks. The channel
// must not be what keeps a server alive.
process.on("message", () => {
  // Twice: what the first collection finalises, the second one frees.
  gc();
  gc();
  const { heapUsed, rss } = process.memoryUsage();
  process.send({ heapUsed, rss });
});
process.channel.unref();
