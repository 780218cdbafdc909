import type pg from 'pg';
import { findContact, findOrganization } from '../db/customers/customers.ts';
import { readBoard } from '../db/projects/categories.ts';
import { findProject } from '../db/projects/projects.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';
import type { Refused } from '../domain/refusal.ts';
import { isUuid } from '../schemas/fields/id.ts';
import type { NarrowedBy } from '../schemas/tool-definition.ts';
import type { Caller } from './caller.ts';

const finders: Record<NarrowedBy, (tx: Tx, id: string) => Promise<boolean>> = {
  customer: async (tx, id) => ((await findContact(tx, id)) ?? (await findOrganization(tx, id))) !== undefined,
  project: async (tx, id) => (await findProject(tx, id)) !== undefined,
  category: async (tx, id) => (await readBoard(tx)).some(({ category }) => category.id === id),
};

/** Refuses the first ID in a filter that has no record; undefined if all have one. */
export const unknownId = (
  pool: pg.Pool,
  { accountId, test }: Caller,
  ids: readonly (readonly [NarrowedBy, string])[],
): Promise<Refused<`${NarrowedBy}_not_found`> | undefined> =>
  inTransaction(pool, { accountId, test, isReadOnly: true }, async (tx) => {
    for (const [sort, id] of ids) {
      if (isUuid(id) && (await finders[sort](tx, id))) continue;
      return { commit: false, answer: { refused: `${sort}_not_found` } as const };
    }
    return { commit: true, answer: undefined };
  });
