import { checkWithoutCycles } from './contract/without-cycles.ts';

checkWithoutCycles();
// What it imports makes schemas.
const { runCommand } = await import('./cli/program.ts');

process.exitCode = await runCommand(process.argv.slice(2));
