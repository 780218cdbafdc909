// `npm run check`: everything a change must pass, as a list of named steps. What a step says is shown when it fails.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { commandLine } from './command-line.mjs';
import { projectPath } from './install.mjs';
import { outdatedPins } from './outdated-programs.mjs';

const FOLDERS = ['src', 'test', 'bootstrap', 'bench', 'web'];
/** Apps for automation platforms; the linters of the platforms themselves are run by `npm run integrations`. */
const APPS = ['integrations/make', 'integrations/n8n', 'integrations/zapier'];
const SETTINGS = ['package.json', 'tsconfig.json', 'biome.json', '.oxlintrc.json'];

/** The compiler's checkers would each work out the types that files share: one takes a quarter less processor, and a step beside it has the other. */
const ONE_CHECKER = ['--checkers', '1'];

/**
 * The compiler and the linter, which asks it, clear their memory away when they hold five times as much as is needed, not twice: a seventh less
 * processor for a quarter more memory, and nothing saved beyond 3 GiB.
 */
const SELDOM_CLEARED = { GOGC: '400', GOMEMLIMIT: '3GiB' };

/** Steps that look at the files as they are, several at a time, the longest first. */
const LOOKS = [
  { name: 'types', run: () => tool('typescript/bin/tsc', ['-p', '.', '--noEmit', ...ONE_CHECKER]) },
  { name: 'lint', run: () => tool('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings', ...FOLDERS, ...APPS]) },
  {
    name: 'types of the pages',
    run: () => tool('typescript/bin/tsc', ['-p', 'web/tsconfig.json', '--noEmit', ...ONE_CHECKER]),
  },
  {
    name: 'a sixth kind of document is asked for wherever it must be known',
    run: () => run([projectPath('test/document-kinds/additional-kind.ts'), '--without-tests']),
    remedy: 'Let a row or a table of the kinds say it, or name the file in test/document-kinds/additional-kind.ts.',
  },
  {
    name: 'nothing is exported that nobody imports',
    run: () => tool('knip/bin/knip.js', ['--no-progress', '--include', 'files,exports,types']),
    remedy: 'Take the word export away, or what it exports.',
  },
  {
    name: 'nothing stands in src for tests alone',
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

/** Programs that come pinned from npm age: said, and no failure, since npm may have nothing newer. */
const PINNED = { name: 'pinned programs are of the last 60 days', run: pinnedAreRecent };

/** One after the other: what writes files, what only looks at them, and what wants all processors. */
const STEPS = [
  [PINNED],
  [{ name: 'generated files are fresh', run: generatedAreFresh, remedy: 'npm run generate' }],
  LOOKS,
  [{ name: 'browser, load and fault tests', run: () => runAs('test:e2e'), shown: true }],
  [{ name: 'tests', run: () => runAs('test'), skippedBy: '--without-tests', shown: true }],
];

/** What `npm run generate` writes and git keeps. */
const GENERATED = [
  ...['openapi.json', 'docs/refusals.md', 'docs/interface/tools.md'],
  ...['web/client/operations.ts', 'web/client/schemas.ts', 'web/client/addresses.ts'],
  'web/locales/fr/personal-service-names.ts',
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
 * A program of one of our packages, run without its link in node_modules/.bin, which Windows spells otherwise. Folders and
 * files that do not exist are left out.
 */
function tool(program, given) {
  return run([
    projectPath(`node_modules/${program}`),
    ...given.filter((each) => !SETTINGS.concat(FOLDERS, APPS).includes(each) || existsSync(projectPath(each))),
  ]);
}

async function run(given, stdio = 'pipe') {
  const child = spawn(process.execPath, given, {
    cwd: projectPath('.'),
    env: { ...SELDOM_CLEARED, ...process.env },
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

/** A command of the launcher, whose own report is shown. */
function runAs(command) {
  const { flags, program, args: given } = commandLine(command, []);
  return run([...flags, projectPath(program), ...given], 'inherit');
}

function pinnedAreRecent() {
  const { optionalDependencies } = JSON.parse(readFileSync(projectPath('package.json'), 'utf8'));
  const old = outdatedPins(optionalDependencies, new Date());
  const warns = old.map(
    ({ name, age }) => `${name} ${age.version} came out ${age.days} days ago: look for a newer one.`,
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
    said: stale.map((file) => `${file} was stale; it is now written anew: commit it.`).join('\n'),
  };
}

function contentOf(file) {
  return existsSync(projectPath(file)) ? readFileSync(projectPath(file), 'utf8') : undefined;
}

function indented(text) {
  return text.trimEnd().replaceAll(/^/gm, '  ');
}
