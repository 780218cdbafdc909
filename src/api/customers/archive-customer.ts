import * as z from 'zod';
import { updateCustomer } from '../../db/customers/customers.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { contacts, type KindOfCustomer, organizations } from '../../services/customers/customer-kinds.ts';
import { publishCustomerEvent } from '../../services/events/publish-event.ts';

export const archiveContact = archiving(contacts);
export const archiveOrganization = archiving(organizations);
export const unarchiveContact = unarchiving(contacts);
export const unarchiveOrganization = unarchiving(organizations);

function archiving(kind: KindOfCustomer) {
  return moving(kind, {
    verb: 'archive',
    description:
      'An archived customer is not in the lists and keeps all documents; drafts can still be finalized. Archiving twice changes nothing.',
    happening: 'archived',
    isThere: ({ archivedAt }) => archivedAt !== undefined,
    moved: (customer, now) => ({ ...customer, archivedAt: now }),
  });
}

function unarchiving(kind: KindOfCustomer) {
  return moving(kind, {
    verb: 'unarchive',
    description: 'The customer is in the lists again. Nothing changes if it was not archived.',
    happening: 'updated',
    isThere: ({ archivedAt }) => archivedAt === undefined,
    moved: ({ archivedAt: _, ...active }) => active,
  });
}

type Move = {
  verb: 'archive' | 'unarchive';
  description: string;
  happening: 'archived' | 'updated';
  /**
   * Whether the customer is already in the target state, so that nothing changes and no event is
   * published.
   */
  isThere: (customer: Customer) => boolean;
  moved: (customer: Customer, now: number) => Customer;
};

function moving(kind: KindOfCustomer, { verb, description, happening, isThere, moved }: Move) {
  const { noun, one, missing } = kind;
  return operation({
    name: `${verb}-${noun}`,
    summary: `${verb === 'archive' ? 'Archive' : 'Unarchive'} ${one}.`,
    description,
    chapter: 'Customers',
    routes: [`PATCH /${noun}/{${noun}Id}/${verb}`],
    scope: 'customers:write',
    path: z.object({ id: idOr(missing) }),
    query: z.object({}),
    body: z.object({}),
    success: 200,
    output: kind.Json,
    refusals: [missing],
    run: async (context, { id }) => {
      const { tx, now } = context;
      const known = await kind.lock(tx, id);
      if (!known) return { refused: missing };
      if (isThere(known.customer)) return { body: kind.toJson(known) };
      const after = { ...known, customer: { ...moved(known.customer, now), updatedAt: now } };
      updateCustomer(tx, after.customer);
      publishCustomerEvent(context, happening, after);
      return { body: kind.toJson(after) };
    },
  });
}
