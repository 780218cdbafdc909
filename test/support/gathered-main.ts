import { fileURLToPath } from 'node:url';

/** The program as `npm start` runs it: gathered, which loads in half the time. A whole run says where it is, one file looks for it. */
export const MAIN = process.env.FACTURIER_GATHERED ?? (await gatheredMain());

async function gatheredMain(): Promise<string> {
  const { gatheredProgram } = await import(new URL('../../launch/gathered.mjs', import.meta.url).href);
  return fileURLToPath(new URL(`../../${await gatheredProgram(process.execPath)}`, import.meta.url));
}
