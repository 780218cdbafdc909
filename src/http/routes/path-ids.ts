import type { Operation } from '../../pipeline/operation.ts';
import { readAs } from '../../pipeline/route-parameter.ts';

/**
 * What stands where an id is expected and is none: every id has a digit, and no fixed step of an address has one. So the
 * address of one thing never hides another, and one that is misspelt is told so instead of being taken for an unknown id.
 */
const WORD = /^[A-Za-z][A-Za-z_-]*$/;

/** The parameters of a path that are ids alone; themes, for one, go by names too. */
export const idsOf = ({ path }: Pick<Operation, 'path'>): string[] =>
  Object.entries(path.shape).flatMap(([name, schema]) =>
    'missing' in schema && !('alsoNames' in schema) ? [name] : [],
  );

/** Whether what an address says in the place of one of these ids is a word. */
export function isWordNotId(ids: readonly string[], params: Readonly<Record<string, string>>): boolean {
  for (const name of ids) if (WORD.test(params[name] ?? '')) return true;
  return false;
}

/** Whether an address, split at its slashes, is one of the template's. */
export function matchesTemplate(
  template: string,
  operation: Pick<Operation, 'path'>,
  address: readonly string[],
): boolean {
  const steps = template.split('/');
  if (steps.length !== address.length) return false;
  const ids = idsOf(operation);
  return steps.every((step, i) => {
    const said = address[i] as string;
    if (!step.startsWith('{')) return step === said;
    return said !== '' && !(ids.includes(readAs(operation, step.slice(1, -1))) && WORD.test(said));
  });
}
