import { optionsOfScript } from '../support/runner/script-options.ts';
import { seeded, seedOf } from '../support/runner/seeded-random.ts';
import { PLANTED_FAULTS } from './planted-faults.ts';
import { type MutantReport, type Outcome, runMutants } from './run-mutants.ts';

// Plants faults in the rules of the domain one at a time, and fails unless each rule's test file
// detects its fault.

const USAGE = `npm run mutants [-- --some 3 [--seed 1]] [-- --json]
  --some  plants so many faults, drawn at random, instead of all
  --seed  draws the same ones again
  --json  prints the report as JSON`;

const { values } = optionsOfScript(USAGE, {
  options: { some: { type: 'string' }, seed: { type: 'string' }, json: { type: 'boolean', default: false } },
});
const seed = values.seed === undefined ? seedOf('MUTANTS_SEED') : Number(values.seed);
const some = values.some === undefined ? PLANTED_FAULTS.length : Number(values.some);
if (!Number.isInteger(some) || some < 1 || !Number.isInteger(seed)) {
  console.error(`--some and --seed are whole numbers.\n${USAGE}`);
  process.exit(2);
}
const isAll = some >= PLANTED_FAULTS.length;
const faults = isAll ? PLANTED_FAULTS : seeded(seed).shuffled(PLANTED_FAULTS).slice(0, some);

const began = performance.now();
const report = await runMutants(faults, (outcome) => {
  if (!values.json) console.log(rowOf(outcome));
});
const seconds = Math.round((performance.now() - began) / 1000);
if (values.json) console.log(JSON.stringify({ ...(!isAll && { seed }), seconds, ...report }, null, 2));
else summarize(report);
const isFine = report.failedControls.length === 0 && report.outcomes.every(({ result }) => result === 'killed');
process.exitCode = isFine ? 0 : 1;

function rowOf(outcome: Outcome): string {
  const { planted, testFile, result } = outcome;
  const sign = result === 'killed' ? '✔' : '✖';
  const row = `${sign} ${result.padEnd(8)}  ${planted.subject.padEnd(14)}  ${planted.fault}`;
  if (outcome.result === 'killed') return `${row}\n    found by: ${outcome.by}`;
  const why = outcome.result === 'unusable' ? outcome.why : `${testFile} passes with the fault. Add a test to it.`;
  return `${row}\n    ${why.trimEnd().replaceAll('\n', '\n    ')}`;
}

function summarize({ failedControls, outcomes }: MutantReport): void {
  for (const { testFile, why } of failedControls)
    console.log(`✖ ${testFile} fails without any planted fault. Repair it first.\n${why}`);
  const killed = outcomes.filter(({ result }) => result === 'killed').length;
  const drawn = isAll ? '' : `, drawn with --seed ${seed}`;
  console.log(`\n${killed} of ${faults.length} planted faults found${drawn}, in ${seconds} s.`);
}
