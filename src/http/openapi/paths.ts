import type { Operation } from '../../pipeline/operation.ts';
import { partsOf } from '../routes/route-path.ts';

/** One route of an operation, and the names of its path parameters in the description. */
export type Placed = {
  operation: Operation;
  method: string;
  /** Unique, derived from the operation's name. */
  operationId: string;
  /** A deprecated route for older clients. */
  older: boolean;
  parameters: readonly PathParameter[];
};

export type PathParameter = {
  /** Name in its own route. */
  own: string;
  /** Name in the description, the same for every method of the path. */
  name: string;
};

/**
 * Routes by path. OpenAPI allows one name per path parameter, whatever the method. If operations
 * use different names (`invoice/{customerId}` to create, `invoice/{invoiceId}` to read), the
 * parameter is called `{customerOrInvoiceId}`.
 */
export function pathItems(operations: readonly Operation[]): Map<string, Placed[]> {
  const all = operations.flatMap((operation) =>
    operation.routes.map((route, place) => ({ operation, older: place > 0, ...partsOf(route) })),
  );
  const shapes = Map.groupBy(all, ({ path }) => path.replace(/\{\w+\}/g, '{}'));
  const items = new Map<string, Placed[]>();
  for (const [shape, routes] of shapes) {
    const called = agreedNames(routes.map(({ path }) => namesIn(path)));
    const path = called.reduce((filled, name) => filled.replace('{}', `{${name}}`), shape);
    const placed = routes.map(({ path: own, ...route }) => ({
      ...route,
      operationId: operationIdAt(route, own),
      parameters: namesIn(own).map((name, place) => ({ own: name, name: called[place] as string })),
    }));
    refuseTwice(path, placed);
    items.set(path, placed);
  }
  return items;
}

const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);

/**
 * Common parameter names for all routes of a path: `customerId` and `invoiceId` become
 * `customerOrInvoiceId`.
 */
function agreedNames(routes: readonly string[][]): string[] {
  const [first = []] = routes;
  return first.map((_, place) => {
    const names = [...new Set(routes.map((own) => own[place] as string))];
    const [one = '', ...others] = names.map((name, at) => (at < names.length - 1 ? name.replace(/Id$/, '') : name));
    return [one, ...others.map((other) => other.charAt(0).toUpperCase() + other.slice(1))].join('Or');
  });
}

/** A deprecated route appends its path, in words, to the operation's name. */
const operationIdAt = ({ operation, older }: Pick<Placed, 'operation' | 'older'>, path: string): string =>
  older
    ? [
        operation.name,
        'at',
        ...path
          .replace(/\{\w+\}/g, '')
          .split('/')
          .filter(Boolean),
      ].join('-')
    : operation.name;

function refuseTwice(path: string, placed: readonly Placed[]): void {
  const methods = placed.map(({ method }) => method);
  const twice = methods.find((method, i) => methods.indexOf(method) !== i);
  if (twice) throw new Error(`two operations are served at ${twice} ${path}`);
}
