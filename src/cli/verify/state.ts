import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Result of the last verification of the whole installation. `at` is Unix seconds. */
export type VerifyState = { readonly at: number; readonly findings: number };

const STATE = 'verify-state.json';

/** Saves it in the data folder. A write error does not affect the verification. */
export async function saveVerifyState(dataFolder: string, state: VerifyState): Promise<void> {
  const file = join(dataFolder, STATE);
  await writeFile(`${file}.new`, `${JSON.stringify(state)}\n`, { mode: 0o600 })
    .then(() => rename(`${file}.new`, file))
    .catch(() => {});
}

/** The last result; undefined if there is none or it cannot be read. */
export async function readVerifyState(dataFolder: string): Promise<VerifyState | undefined> {
  try {
    const { at, findings } = JSON.parse(await readFile(join(dataFolder, STATE), 'utf8'));
    return Number.isInteger(at) && Number.isInteger(findings) ? { at, findings } : undefined;
  } catch {
    return undefined;
  }
}
