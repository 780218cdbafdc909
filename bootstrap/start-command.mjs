import { existsSync } from 'node:fs';
import { builtWeb, pagesElsewhere, watchWeb } from './build-web.mjs';
import { commandLine } from './command-line.mjs';
import { failureMessage } from './failure-messages.mjs';
import { installed, isPackage, projectPath } from './install.mjs';
import { runChild } from './run-child.mjs';

/**
 * Runs `facturier <command> <args>` and exits with its exit code. The launcher prints to standard
 * error: standard output belongs to the command, which may write JSON.
 */
export async function startCommand(command, args) {
  try {
    await start(command, args);
  } catch (error) {
    console.error(failureMessage(error));
    process.exit(1);
  }
}

async function start(command, args) {
  const node = await installed();
  if (!node) process.exit(1);
  if (command === 'build') process.exit((await builtWeb(node)) ? 0 : 1);
  const line = commandLine(command, args);
  if (!existsSync(projectPath(line.program))) {
    console.error(`${line.program} : ce fichier n'existe pas encore. / This file does not exist yet.`);
    process.exit(1);
  }
  // A service runs as a user who may not write here.
  if ((command === 'serve' || command === 'install-service') && !isPackage)
    line.environment = pagesElsewhere(await builtWeb(node));
  if (command === 'dev') watchWeb(node);
  process.exit(await runChild(node, line));
}
