// Loaded into a server (node --import): clears its memory away when its parent asks, and tells what is left. As a last resort: a simple
// clearing may end one that V8 began before, and takes for used what was let go in between.
process.on('message', (asked) => {
  if (asked !== 'collect') return;
  globalThis.gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  process.send(process.memoryUsage());
});
// It keeps nobody from ending.
process.channel?.unref();
