import type { Row } from './sharding-checks.ts';

/** Characters of an error shown per row. */
const ERROR_TOLD = 300;

/**
 * Runs and prints each check: ✔ passed, ✖ failed or could not run, – skipped, with the options it
 * needs. Exit code: 0 if all that ran passed, 1 if one failed or none ran.
 */
export async function reportChecks(rows: readonly Row[], tell: (line: string) => void): Promise<0 | 1> {
  const count = { held: 0, not: 0, untried: 0 };
  for (const [name, look] of rows) {
    if ('say' in look) {
      count.untried += 1;
      tell(`– ${name}: not tried: say ${look.say}`);
      continue;
    }
    const began = performance.now();
    const { held, figures } = await look().catch((error: unknown) => ({
      held: false,
      figures: String(error).slice(0, ERROR_TOLD),
    }));
    count[held ? 'held' : 'not'] += 1;
    tell(`${held ? '✔' : '✖'} ${name} (${((performance.now() - began) / 1000).toFixed(0)} s): ${figures}`);
  }
  tell(`${count.held} held, ${count.not} did not, ${count.untried} not tried`);
  return count.not === 0 && count.held > 0 ? 0 : 1;
}
