import type { Operation } from './operation.ts';

/**
 * The name of a route parameter in the operation: parameters that its path schema does not know
 * are `id`.
 */
export const readAs = ({ path }: Pick<Operation, 'path'>, name: string): string =>
  Object.hasOwn(path.shape, name) ? name : 'id';
