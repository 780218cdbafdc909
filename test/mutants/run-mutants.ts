import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PlantedFault } from './planted-faults.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** What the test files of the domain need. */
const COPIED = ['src', 'test', 'package.json', 'vitest.config.ts'];
/**
 * A test file that takes longer is in an endless loop: the fault was not detected by an assertion.
 */
const TEST_FILE_TIMEOUT_MS = 120_000;

/** The result of a planted fault. Only a killed one counts as a success. */
export type Outcome = {
  readonly planted: PlantedFault;
  readonly testFile: string;
  readonly seconds: number;
} & (
  | { readonly result: 'killed'; readonly by: string }
  | { readonly result: 'survived' }
  | { readonly result: 'unusable'; readonly why: string }
);

/** A test file of the domain that fails without a planted fault, and its output. */
export type FailedControl = { readonly testFile: string; readonly why: string };

export type MutantReport = {
  /** If not empty, the outcomes prove nothing. */
  readonly failedControls: readonly FailedControl[];
  readonly outcomes: readonly Outcome[];
};

/** The test file that must detect a fault: `x.test.ts` next to `x.ts`. */
export const testFileOf = ({ file }: PlantedFault): string => file.replace(/\.ts$/, '.test.ts');

/** Why a fault cannot be planted in a source text; undefined if it can. */
export function unplantable({ file, text }: PlantedFault, source: string | undefined): string | undefined {
  if (source === undefined) return `${file} does not exist. Correct the path in test/mutants/planted-faults.ts.`;
  const times = source.split(text).length - 1;
  if (times === 1) return undefined;
  const found = times === 0 ? 'was not found' : `occurs ${times} times`;
  return `The text «${text}» ${found} in ${file}. Correct it in test/mutants/planted-faults.ts.`;
}

/**
 * Plants each fault in a copy of the source tree, never in the working tree, and runs the test file
 * next to the rule.
 */
export async function runMutants(
  faults: readonly PlantedFault[],
  told: (outcome: Outcome) => void = () => {},
): Promise<MutantReport> {
  const folder = await mkdtemp(join(tmpdir(), 'facturier mutants '));
  try {
    for (const part of COPIED) await cp(join(ROOT, part), join(folder, part), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const failedControls = await controls(folder, faults);
    if (failedControls.length > 0) return { failedControls, outcomes: [] };
    const outcomes: Outcome[] = [];
    for (const planted of faults) {
      const outcome = await outcomeOf(folder, planted);
      outcomes.push(outcome);
      told(outcome);
    }
    return { failedControls, outcomes };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Every test file must pass without a planted fault. */
async function controls(folder: string, faults: readonly PlantedFault[]): Promise<FailedControl[]> {
  // A missing test file is reported with its fault.
  const testFiles = [...new Set(faults.map(testFileOf))].filter((file) => existsSync(join(folder, file)));
  if (testFiles.length === 0 || (await runTestFiles(folder, testFiles)).passed) return [];
  const failed: FailedControl[] = [];
  for (const testFile of testFiles) {
    const { passed, printed } = await runTestFiles(folder, [testFile]);
    if (!passed) failed.push({ testFile, why: printed });
  }
  return failed;
}

async function outcomeOf(folder: string, planted: PlantedFault): Promise<Outcome> {
  const began = performance.now();
  const testFile = testFileOf(planted);
  const result = await plantedResult(folder, planted, testFile);
  return { planted, testFile, seconds: Math.round((performance.now() - began) / 100) / 10, ...result };
}

type Result = { result: 'killed'; by: string } | { result: 'survived' } | { result: 'unusable'; why: string };

async function plantedResult(folder: string, planted: PlantedFault, testFile: string): Promise<Result> {
  const path = join(folder, planted.file);
  const source = existsSync(path) ? await readFile(path, 'utf8') : undefined;
  const why = unplantable(planted, source);
  if (why !== undefined || source === undefined) return { result: 'unusable', why: why ?? '' };
  if (!existsSync(join(folder, testFile))) return { result: 'unusable', why: `${testFile} does not exist. Write it.` };
  // A replacement function, because `$` has a meaning in a replacement text.
  await writeFile(
    path,
    source.replace(planted.text, () => planted.replacement),
  );
  try {
    const { passed, failedTest, printed } = await runTestFiles(folder, [testFile]);
    if (passed) return { result: 'survived' };
    if (failedTest !== undefined) return { result: 'killed', by: failedTest };
    return { result: 'unusable', why: `With the fault, ${testFile} does not run to its end:\n${printed}` };
  } finally {
    await writeFile(path, source);
  }
}

type TestRun = { readonly passed: boolean; readonly failedTest: string | undefined; readonly printed: string };

/** Runs test files with Vitest once. A file that cannot be loaded fails without a failed test. */
async function runTestFiles(folder: string, testFiles: readonly string[]): Promise<TestRun> {
  const program = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const report = join(folder, 'report.json');
  await rm(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`];
  const child = spawn(process.execPath, [program, 'run', ...testFiles, ...reporters], {
    cwd: folder,
    // The compile cache is keyed by path, and each copy has a new path.
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TEST_FILE_TIMEOUT_MS,
  });
  let printed = '';
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const [code] = await once(child, 'close');
  const { testResults }: Report = existsSync(report) ? JSON.parse(await readFile(report, 'utf8')) : { testResults: [] };
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find((each) => each.status === 'failed');
  return { passed: code === 0, failedTest: failed?.title, printed };
}

/** The part of Vitest's report that is used. */
type Report = {
  readonly testResults: readonly { readonly assertionResults: readonly { status: string; title: string }[] }[];
};
