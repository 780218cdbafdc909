// Preloaded into a server (node --import): collects garbage on request of its parent and reports
// memory. Uses the "last resort" collection: a normal one may only finish a running cycle and count
// objects freed meanwhile.
process.on('message', (asked) => {
  if (asked !== 'collect') return;
  globalThis.gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  process.send(process.memoryUsage());
});
// Does not keep the process alive.
process.channel?.unref();
