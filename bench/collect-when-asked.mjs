// Loaded into a server (node --import): clears its memory away when its parent asks, and tells what is left.
process.on('message', (asked) => {
  if (asked !== 'collect') return;
  globalThis.gc({ type: 'major', execution: 'sync' });
  process.send(process.memoryUsage());
});
// It keeps nobody from ending.
process.channel?.unref();
