import type { Row } from './sharding-checks.ts';

/** Characters of an error that are told of a row. */
const ERROR_TOLD = 300;

/**
 * Looks at each row and tells it: ✔ held, ✖ did not or could not be looked at, – was not tried, and
 * what to say for it. The exit code: 0 where whatever was tried held, 1 where something did not,
 * and where nothing was tried.
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
