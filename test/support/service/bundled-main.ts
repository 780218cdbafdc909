import { fileURLToPath } from 'node:url';

/** The program as `npm start` runs it: gathered, which loads in half the time. A whole run says where it is, one file looks for it. */
export const MAIN = process.env.FACTURIER_GATHERED ?? (await gatheredMain());

/** Young memory of a process that a test starts: as with the tests' own, what it makes is gone with it. */
export const { MEMORY_OF_TESTS }: { MEMORY_OF_TESTS: readonly string[] } = await import(
  new URL('../../../bootstrap/command-line.mjs', import.meta.url).href
);

async function gatheredMain(): Promise<string> {
  const { gatheredProgram } = await import(new URL('../../../bootstrap/bundled-program.mjs', import.meta.url).href);
  return fileURLToPath(new URL(`../../../${await gatheredProgram(process.execPath)}`, import.meta.url));
}
