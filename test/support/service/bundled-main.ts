import { fileURLToPath } from 'node:url';

/**
 * The program as `npm start` runs it: gathered, which loads in half the time. A whole run says
 * where it is, one file looks for it.
 */
export const MAIN = process.env.FACTURIER_GATHERED ?? (await bundledMain());

/**
 * Young memory of a process that a test starts: as with the tests' own, what it makes is gone with
 * it.
 */
export const { TEST_MEMORY_FLAGS }: { TEST_MEMORY_FLAGS: readonly string[] } = await import(
  new URL('../../../bootstrap/command-line.mjs', import.meta.url).href
);

async function bundledMain(): Promise<string> {
  const { bundledProgram } = await import(new URL('../../../bootstrap/bundled-program.mjs', import.meta.url).href);
  return fileURLToPath(new URL(`../../../${await bundledProgram(process.execPath)}`, import.meta.url));
}
