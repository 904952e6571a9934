// Loaded with --import before a measured server: reports its memory when the bench asks. The channel must not keep a
// server alive.
process.on("message", () => {
  // Twice, because the second collection frees what the first one finalises.
  gc();
  gc();
  const { heapUsed, rss } = process.memoryUsage();
  process.send({ heapUsed, rss });
});
process.channel.unref();
