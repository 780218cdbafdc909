import type { Operation } from '../../pipeline/operation.ts';
import { partsOf } from '../routes/method-and-path.ts';

/** One route in its place: which operation, which of its routes, and what its path parameters are called there. */
export type Placed = {
  operation: Operation;
  method: string;
  /** Unique, by the operation's name. */
  operationId: string;
  /** It is kept for older clients. */
  older: boolean;
  parameters: readonly PathParameter[];
};

export type PathParameter = {
  /** The name in its own route. */
  own: string;
  /** The name in the description, which is the same for every method of the path. */
  name: string;
};

/**
 * Routes by path. OpenAPI knows one name for each place of a path, whatever the method: where operations ask for different
 * things there (`invoice/{customerId}` to create, `invoice/{invoiceId}` to read), it is called `{customerOrInvoiceId}`.
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

/** What all routes of one path call each of its parameters: `customerId` and `invoiceId` make `customerOrInvoiceId`. */
function agreedNames(routes: readonly string[][]): string[] {
  const [first = []] = routes;
  return first.map((_, place) => {
    const names = [...new Set(routes.map((own) => own[place] as string))];
    const [one = '', ...others] = names.map((name, at) => (at < names.length - 1 ? name.replace(/Id$/, '') : name));
    return [one, ...others.map((other) => other.charAt(0).toUpperCase() + other.slice(1))].join('Or');
  });
}

/** A route kept for older clients adds its address, in words, to the operation's name. */
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
