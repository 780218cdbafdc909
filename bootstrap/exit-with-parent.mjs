// Preloaded into the command: if the launcher is killed, asks the command to exit, so that it does
// not continue unnoticed and keep its ports.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
