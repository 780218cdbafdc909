#!/usr/bin/env node
// The command line: `npx facturier <command> [arguments]` inside the project.
import { startCommand } from './start-command.mjs';

const [command = '--help', ...args] = process.argv.slice(2);
await startCommand(command, args);
