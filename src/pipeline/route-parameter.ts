import type { Operation } from './operation.ts';

/** What an operation calls a parameter of its route: what its path schema does not know is its `id`. */
export const readAs = ({ path }: Pick<Operation, 'path'>, name: string): string =>
  Object.hasOwn(path.shape, name) ? name : 'id';
