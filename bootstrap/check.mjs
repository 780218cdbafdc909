// `npm run check`: all checks a change must pass, as named steps. The output of a step is shown if
// it fails.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { commandLine } from './command-line.mjs';
import { projectPath } from './install.mjs';
import { outdatedPins } from './outdated-programs.mjs';

const FOLDERS = ['src', 'test', 'bootstrap', 'bench', 'web'];
/** Apps for automation platforms; `npm run integrations` runs the linters of the platforms. */
const APPS = ['integrations/make', 'integrations/n8n', 'integrations/zapier'];
const SETTINGS = ['package.json', 'tsconfig.json', 'vitest.config.ts', 'biome.json', '.oxlintrc.json'];

/**
 * Parallel checkers would each infer the types of shared files: a single one uses a quarter less
 * processor time and leaves a core to other steps.
 */
const ONE_CHECKER = ['--checkers', '1'];
/** The same for the linter, which has a checker for each processor. */
const ONE_PROCESSOR = { GOMAXPROCS: '1' };

/**
 * Garbage collection of the compiler (and of the linter, which uses it) at five times the live
 * memory instead of twice: a seventh less processor time for a quarter more memory; no effect
 * beyond 3 GiB.
 */
const SELDOM_CLEARED = { GOGC: '400', GOMEMLIMIT: '3GiB' };

/** Read-only steps, several at a time, longest first. */
const LOOKS = [
  { name: 'types', run: () => tool('typescript/bin/tsc', ['-p', '.', '--noEmit', ...ONE_CHECKER]) },
  {
    name: 'lint',
    run: () => tool('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings', ...FOLDERS, ...APPS], ONE_PROCESSOR),
  },
  {
    name: 'types of the web app',
    run: () => tool('typescript/bin/tsc', ['-p', 'web/tsconfig.json', '--noEmit', ...ONE_CHECKER]),
  },
  {
    name: 'every export is imported',
    run: () => tool('knip/bin/knip.js', ['--no-progress', '--include', 'files,exports,types']),
    remedy: 'Remove the word export, or the code.',
  },
  {
    name: 'no export of src is used only by tests',
    run: () => tool('knip/bin/knip.js', ['--no-progress', '--production', '--include', 'files']),
    remedy: 'Move it to test/.',
  },
  {
    name: 'format',
    run: () =>
      tool('@biomejs/biome/bin/biome', [
        'ci',
        '--colors=off',
        '--max-diagnostics=10',
        ...FOLDERS,
        ...APPS,
        ...SETTINGS,
      ]),
    remedy: `npx biome check --write ${[...FOLDERS, ...APPS, ...SETTINGS].join(' ')}`,
  },
];

/** The age of pinned programs is only reported: npm may have nothing newer. */
const PINNED = { name: 'pinned programs are less than 60 days old', run: pinnedAreRecent };

/** In sequence: steps that write files, read-only steps, and steps that need all processors. */
const STEPS = [
  [PINNED],
  [{ name: 'generated files are up to date', run: generatedAreFresh, remedy: 'npm run generate' }],
  LOOKS,
  [{ name: 'browser, load and fault tests', run: () => runAs('test:e2e'), shown: true }],
  [{ name: 'tests', run: () => runAs('test'), skippedBy: '--without-tests', shown: true }],
];

/** Files that `npm run generate` writes and Git tracks. */
const GENERATED = [
  ...['openapi.json', 'docs/refusals.md', 'docs/interface/tools.md'],
  ...['web/client/operations.ts', 'web/client/schemas.ts', 'web/client/addresses.ts'],
  ...['web/client/text-fields.ts', 'web/client/vat-rates.ts', 'web/locales/fr/personal-service-names.ts'],
  ...['integrations/n8n/nodes/Facturier/properties/vat-codes.ts', 'integrations/zapier/creates/vat-codes.js'],
  ...['add-lines', 'create-invoice', 'replace-lines'].map(
    (module) => `integrations/make/modules/${module}/${module}.mappable-params.iml.json`,
  ),
];

const args = process.argv.slice(2);
let failures = 0;
for (const side of STEPS) {
  const waiting = side.filter(({ skippedBy }) => !args.includes(skippedBy));
  const takeNext = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await held(step);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, takeNext));
}
console.log(failures === 0 ? '\nEverything holds.' : `\n${failures} of the steps failed.`);
process.exit(failures === 0 ? 0 : 1);

async function held(step) {
  if (step.shown) console.log(`… ${step.name}`);
  const began = performance.now();
  const { ok, said, warns } = await step.run();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${warns ? '⚠' : ok ? '✔' : '✖'} ${step.name} (${seconds} s)`);
  if (warns) console.log(indented(warns));
  if (ok) return;
  failures++;
  if (said) console.log(indented(said));
  if (step.remedy) console.log(`  → ${step.remedy}`);
}

/**
 * Runs a program of a package directly, because its link in node_modules/.bin differs on Windows.
 * Missing files and folders are left out.
 */
function tool(program, given, env = {}) {
  const args = given.filter((each) => !SETTINGS.concat(FOLDERS, APPS).includes(each) || existsSync(projectPath(each)));
  return run([projectPath(`node_modules/${program}`), ...args], { env });
}

async function run(given, { stdio = 'pipe', env = {} } = {}) {
  const child = spawn(process.execPath, given, {
    cwd: projectPath('.'),
    env: { ...SELDOM_CLEARED, ...env, ...process.env },
    stdio: ['ignore', stdio, stdio],
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output?.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  }
  try {
    const [status] = await once(child, 'close');
    return { ok: status === 0, said };
  } catch (error) {
    return { ok: false, said: error.message };
  }
}

/** A command of the launcher that prints its own report. */
function runAs(command) {
  const { flags, program, args: given } = commandLine(command, []);
  return run([...flags, projectPath(program), ...given], { stdio: 'inherit' });
}

function pinnedAreRecent() {
  const { optionalDependencies } = JSON.parse(readFileSync(projectPath('package.json'), 'utf8'));
  const old = outdatedPins(optionalDependencies, new Date());
  const warns = old.map(
    ({ name, age }) => `${name} ${age.version} was released ${age.days} days ago: look for a newer one.`,
  );
  return { ok: true, warns: warns.join('\n') };
}

async function generatedAreFresh() {
  const before = GENERATED.map(contentOf);
  const generated = await run([projectPath('src/generate.ts')]);
  if (!generated.ok) return generated;
  const stale = GENERATED.filter((file, index) => contentOf(file) !== before[index]);
  return {
    ok: stale.length === 0,
    said: stale.map((file) => `${file} was outdated and has been regenerated: commit it.`).join('\n'),
  };
}

function contentOf(file) {
  return existsSync(projectPath(file)) ? readFileSync(projectPath(file), 'utf8') : undefined;
}

function indented(text) {
  return text.trimEnd().replaceAll(/^/gm, '  ');
}
