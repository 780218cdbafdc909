import type { Operation } from '../../pipeline/operation.ts';

/** Splits a route into method and path. */
export function partsOf(route: Operation['routes'][number]): {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
} {
  const space = route.indexOf(' ');
  return { method: route.slice(0, space) as 'GET', path: route.slice(space + 1) };
}
