// Loaded into the command before it starts: should the launcher be killed, the command is asked to end, so that it does
// not go on unseen and keep its ports from the next start.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
