import type { Operation } from '../../pipeline/operation.ts';
import { readAs } from '../../pipeline/route-parameter.ts';

/** Splits a route into method and path. */
export function partsOf(route: Operation['routes'][number]): {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
} {
  const space = route.indexOf(' ');
  return { method: route.slice(0, space) as 'GET', path: route.slice(space + 1) };
}

/**
 * A word in place of an id: every id contains a digit, and no fixed path segment does. This keeps
 * routes unambiguous, and a misspelt path gets "route not found" instead of "unknown id".
 */
const WORD = /^[A-Za-z][A-Za-z_-]*$/;

/** Path parameters that only accept ids; themes, for instance, can also be addressed by name. */
export const idsOf = ({ path }: Pick<Operation, 'path'>): string[] =>
  Object.entries(path.shape).flatMap(([name, schema]) =>
    'missing' in schema && !('alsoNames' in schema) ? [name] : [],
  );

/** Whether one of these id parameters is a word. */
export function isWordNotId(ids: readonly string[], params: Readonly<Record<string, string>>): boolean {
  for (const name of ids) if (WORD.test(params[name] ?? '')) return true;
  return false;
}

/** Whether a path, split at its slashes, matches the template. */
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
