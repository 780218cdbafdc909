import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What came of the last look at the whole installation, for who looks later. `at` is Unix seconds. */
export type VerifyState = { readonly at: number; readonly findings: number };

const STATE = 'verify-state.json';

/** Keeps it in the data folder. What cannot be written there is no fault of what was verified. */
export async function saveVerifyState(dataFolder: string, state: VerifyState): Promise<void> {
  const file = join(dataFolder, STATE);
  await writeFile(`${file}.new`, `${JSON.stringify(state)}\n`, { mode: 0o600 })
    .then(() => rename(`${file}.new`, file))
    .catch(() => {});
}

/** The last one; undefined where there was none, or it cannot be read. */
export async function readVerifyState(dataFolder: string): Promise<VerifyState | undefined> {
  try {
    const { at, findings } = JSON.parse(await readFile(join(dataFolder, STATE), 'utf8'));
    return Number.isInteger(at) && Number.isInteger(findings) ? { at, findings } : undefined;
  } catch {
    return undefined;
  }
}
