// npm run load-test -- [--seconds 6] [--attacks members,tables] [--operations get-products] [--seed
// 1] [--json]: the worst known requests. Exits with 1 if a budget was exceeded.
import { parseArgs } from 'node:util';
import { seedOf } from '../support/runner/seeded-random.ts';
import { attacks } from './attacks.ts';
import type { Finding } from './budgets.ts';
import { budget } from './budgets.ts';
import { reportTable } from './report-table.ts';
import { runLoadTest } from './run-load-test.ts';

const USAGE = `npm run load-test -- [--seconds 6] [--attacks ${attacks.map(({ name }) => name).join(',')}] [--operations get-products,…] [--seed 1] [--json]`;

const { seconds, chosen, operations, seed, json } = readOptions();
const findings = await runLoadTest({
  seconds,
  seed,
  ...(chosen && { attacks: chosen }),
  ...(operations && { operations }),
  onAttack: (name) => process.stderr.write(`… ${name}\n`),
  onFinding: ({ attack, passed }) => {
    for (const { what } of passed) process.stderr.write(`✖ ${attack}: ${what}\n`);
  },
});
console.log(json ? JSON.stringify({ seed, budget, findings }, undefined, 2) : reportTable(findings));
const failed = findings.filter(({ passed }) => passed.length > 0);
for (const finding of failed) console.error(again(finding));
process.exitCode = failed.length === 0 ? 0 : 1;

function again({ attack, passed }: Finding): string {
  const only = operations ? ` --operations ${operations.join(',')}` : '';
  return `\n${passed.map(({ what }) => `✖ ${attack}: ${what}`).join('\n')}\n  → npm run load-test -- --attacks '${attack}' --seconds ${seconds} --seed ${seed}${only}`;
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        seconds: { type: 'string', default: '6' },
        attacks: { type: 'string' },
        operations: { type: 'string' },
        seed: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    const named = values.attacks?.split(',');
    const unknown = named?.find((name) => !attacks.some((attack) => attack.name === name));
    if (unknown) throw new Error(`there is no attack "${unknown}"`);
    const seconds = Number(values.seconds);
    if (!(seconds > 0)) throw new Error(`"${values.seconds}" is not a number above zero`);
    const seed = Number(values.seed ?? seedOf('SIEGE_SEED'));
    return { seconds, seed, chosen: named, operations: values.operations?.split(','), json: values.json };
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    process.exit(2);
  }
}
