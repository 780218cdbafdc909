import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PlantedFault } from './planted-faults.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** What the test files of the domain load. */
const COPIED = ['src', 'test', 'package.json', 'vitest.config.ts'];
/**
 * A test file that runs longer is in an endless loop: the fault was not found by a check of a
 * result.
 */
const TEST_FILE_TIMEOUT_MS = 120_000;

/** What became of a planted fault. Only a killed one is a success. */
export type Outcome = {
  readonly planted: PlantedFault;
  readonly testFile: string;
  readonly seconds: number;
} & (
  | { readonly result: 'killed'; readonly by: string }
  | { readonly result: 'survived' }
  | { readonly result: 'unusable'; readonly why: string }
);

/** A test file of the domain that failed without a planted fault, and what it printed. */
export type FailedControl = { readonly testFile: string; readonly why: string };

export type MutantReport = {
  /** Empty, or nothing that was found says anything. */
  readonly failedControls: readonly FailedControl[];
  readonly outcomes: readonly Outcome[];
};

/** The test file that must find a fault: `x.test.ts` beside `x.ts`. */
export const testFileOf = ({ file }: PlantedFault): string => file.replace(/\.ts$/, '.test.ts');

/** Why a fault cannot be planted in a text, undefined if it can. */
export function unplantable({ file, text }: PlantedFault, source: string | undefined): string | undefined {
  if (source === undefined) return `${file} does not exist. Correct the path in test/mutants/planted-faults.ts.`;
  const times = source.split(text).length - 1;
  if (times === 1) return undefined;
  const found = times === 0 ? 'was not found' : `stands ${times} times`;
  return `The text «${text}» ${found} in ${file}. Correct it in test/mutants/planted-faults.ts.`;
}

/**
 * Plants each fault in a copy of the tree, never in the working tree, and runs the test file beside
 * the rule.
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

/** Every test file passes as long as no fault is planted. */
async function controls(folder: string, faults: readonly PlantedFault[]): Promise<FailedControl[]> {
  const failed: FailedControl[] = [];
  for (const testFile of new Set(faults.map(testFileOf))) {
    // Without the file, the fault itself is reported as unusable.
    if (!existsSync(join(folder, testFile))) continue;
    const { passed, printed } = await runTestFile(folder, testFile);
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
  // A function, as `$` in a replacement text would have a meaning.
  await writeFile(
    path,
    source.replace(planted.text, () => planted.replacement),
  );
  try {
    const { passed, failedTest, printed } = await runTestFile(folder, testFile);
    if (passed) return { result: 'survived' };
    if (failedTest !== undefined) return { result: 'killed', by: failedTest };
    return { result: 'unusable', why: `With the fault, ${testFile} does not run to its end:\n${printed}` };
  } finally {
    await writeFile(path, source);
  }
}

type TestRun = { readonly passed: boolean; readonly failedTest: string | undefined; readonly printed: string };

/** One test file in a process of its own. A file that does not load fails without a failed test. */
async function runTestFile(folder: string, testFile: string): Promise<TestRun> {
  const program = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const report = join(folder, 'report.json');
  await rm(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`];
  const child = spawn(process.execPath, [program, 'run', testFile, ...reporters], {
    cwd: folder,
    // The compile cache keeps files by path, and every copy has a new one.
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

/** What Vitest reports of its tests. */
type Report = {
  readonly testResults: readonly { readonly assertionResults: readonly { status: string; title: string }[] }[];
};
