import { exitOnUncaughtError } from './cli/errors/unexpected-error.ts';

process.on('uncaughtException', exitOnUncaughtError);
try {
  // Import here, so that a missing package also becomes a one-sentence message.
  const { runCommand } = await import('./cli/program.ts');
  process.exitCode = await runCommand(process.argv.slice(2));
} catch (error) {
  exitOnUncaughtError(error);
}
