import * as z from 'zod';
import { type CustomerCursor, countCustomers, listCustomers } from '../../db/customers/customer-list.ts';
import type { Known } from '../../db/customers/customers.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import { worded } from '../../schemas/fields/enum-schema.ts';
import { NAME_MAX, text } from '../../schemas/fields/text.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import { listedMode, listing, orderDirection, search, testRecords, yesOrNo } from '../../schemas/lists/list-query.ts';
import { pagedBy } from '../../schemas/tool-definition.ts';

/** Default page size of the tool. */
const CUSTOMERS_FOR_TOOLS = 50;

const orders = ['name', 'createdAt'] as const;
const place = { direction: z.enum(['ASC', 'DESC']), id: z.uuid() };

/** The query of the contact and organization lists. */
export const listQuery = z.object({
  ...listing,
  search: search.optional(),
  orderBy: worded(orders).default('name'),
  orderDirection: orderDirection.optional().meta({ description: 'By default names ascend and dates descend.' }),
  archived: yesOrNo.default(false).meta({ description: 'Only archived ones; by default only the others.' }),
  test: testRecords,
  countWithoutFilters: yesOrNo.default(false).meta({ description: 'Also count all records, ignoring the filters.' }),
  cursor: cursor(
    z.discriminatedUnion('by', [
      z.object({ ...place, by: z.literal('name'), after: text(NAME_MAX) }),
      z.object({ ...place, by: z.literal('createdAt'), after: z.int() }),
    ]),
  ).optional(),
});

/** The paging parameters of the tools. */
export const pageForTools = {
  parameters: z.object({
    ...pagedBy(CUSTOMERS_FOR_TOOLS),
    search: listQuery.shape.search,
    archived: listQuery.shape.archived,
    test: listQuery.shape.test,
  }),
};

/** One page of customers of a kind, as `pageJson` takes it. */
export async function pageOfCustomers(tx: Tx, kind: Customer['kind'], query: z.output<typeof listQuery>) {
  const { orderBy, orderDirection, cursor, page, limit, archived, search } = query;
  const by = orderBy;
  const test = listedMode(tx, query.test);
  const direction = orderDirection ?? (by === 'name' ? 'ASC' : 'DESC');
  const order: Pick<CustomerCursor, 'by' | 'direction'> = cursor ?? { by, direction };
  const [listed, countWithoutFilters] = await Promise.all([
    listCustomers(tx, { kind, archived, test, search, ...order, limit, page, place: cursor }),
    query.countWithoutFilters ? countCustomers(tx, kind, test) : undefined,
  ]);
  return {
    docs: listed.found as Known[],
    total: listed.total,
    limit,
    page: cursor ? undefined : page,
    nextCursor: listed.next && writeCursor(listed.next),
    countWithoutFilters,
  };
}
