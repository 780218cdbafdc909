#!/usr/bin/env node
// The command line: `npx facturier <command> [arguments]` inside the project, or of the npm
// package, which starts the service if no command is named.
import { isPackage } from './install.mjs';
import { startCommand } from './start-command.mjs';

const [command = isPackage ? 'serve' : '--help', ...args] = process.argv.slice(2);
await startCommand(command, args);
