import type { Operation } from '../operations/operation.ts';
import { partsOf } from './operation-routes.ts';

/** One route in its place: which operation, which of its routes, and what its path parameters are called there. */
export type Placed = {
  operation: Operation;
  method: string;
  /** 0 for the route to use, above for those kept for older clients. */
  alias: number;
  /** From the operation's own name of a parameter to the one in the description. */
  names: ReadonlyMap<string, string>;
};

/**
 * Routes by path. OpenAPI knows one name for each place of a path, whatever the method: where operations call it
 * differently (`invoice/{customerId}` to create, `invoice/{invoiceId}` to read), it is called `{id}`.
 */
export function pathItems(operations: readonly Operation[]): Map<string, Placed[]> {
  const all = operations.flatMap((operation) =>
    operation.routes.map((route, alias) => ({ operation, alias, ...partsOf(route) })),
  );
  const shapes = Map.groupBy(all, ({ path }) => path.replace(/\{\w+\}/g, '{}'));
  const items = new Map<string, Placed[]>();
  for (const [shape, routes] of shapes) {
    const called = agreedNames(routes.map(({ path }) => namesIn(path)));
    const path = called.reduce((filled, name) => filled.replace('{}', `{${name}}`), shape);
    const placed = routes.map(({ operation, method, alias, path: own }) => ({
      operation,
      method,
      alias,
      names: new Map(namesIn(own).map((name, i) => [name, called[i] as string])),
    }));
    refuseTwice(path, placed);
    items.set(path, placed);
  }
  return items;
}

const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);

function agreedNames(routes: readonly string[][]): string[] {
  const [first = []] = routes;
  const agreed: string[] = [];
  for (const [place, name] of first.entries()) {
    const same = routes.every((names) => names[place] === name);
    const shared = agreed.includes('id') ? `id${place + 1}` : 'id';
    agreed.push(same ? name : shared);
  }
  return agreed;
}

function refuseTwice(path: string, placed: readonly Placed[]): void {
  const methods = placed.map(({ method }) => method);
  const twice = methods.find((method, i) => methods.indexOf(method) !== i);
  if (twice) throw new Error(`two operations are served at ${twice} ${path}`);
}
