// Entry point of the npm scripts: `node bootstrap/main.mjs <command> [arguments]`. Runs on any Node
// from version 20 without installed packages: it installs what is missing, finds the pinned Node
// and runs the command with it.
import { startCommand } from './start-command.mjs';

const [command = 'serve', ...args] = process.argv.slice(2);
await startCommand(command, args);
