// What the npm scripts call: `node bootstrap/main.mjs <command> [arguments]`. It runs on whatever Node the machine has (20 or
// newer) with nothing installed: it installs what is missing, finds the Node the project is pinned to, and steps aside.
import { startCommand } from './start-command.mjs';

const [command = 'serve', ...args] = process.argv.slice(2);
await startCommand(command, args);
