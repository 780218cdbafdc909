import { exitOnUncaughtError } from './cli/errors/unexpected-error.ts';

process.on('uncaughtException', exitOnUncaughtError);
try {
  // Loaded here, so that a missing package is one sentence too.
  const { runCommand } = await import('./cli/program.ts');
  process.exitCode = await runCommand(process.argv.slice(2));
} catch (error) {
  exitOnUncaughtError(error);
}
