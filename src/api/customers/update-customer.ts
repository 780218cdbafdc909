import * as z from 'zod';
import { updateCustomer } from '../../db/customers/customers.ts';
import { revised } from '../../domain/customers/apply-changes.ts';
import { type Customer, sirenProblem } from '../../domain/customers/customer.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOf, idOr } from '../../schemas/fields/id.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import { contacts, type KindOfCustomer, organizations } from '../../services/customers/customer-kinds.ts';
import { publishCustomerEvent } from '../../services/events/publish-event.ts';

export const updateContact = updating(contacts);
export const updateOrganization = updating(organizations);

function updating(kind: KindOfCustomer) {
  const { noun, one, missing } = kind;
  return operation({
    name: `update-${noun}`,
    summary: `Change ${one}.`,
    description: `Fields left out stay as they are; null or "" clears a field. Drafts show the current ${noun}, finalized documents the one at finalization.`,
    chapter: 'Customers',
    routes: [`PUT /${noun}/{${noun}Id}`],
    scope: 'customers:write',
    path: z.object({ id: idOr(missing) }),
    query: z.object({}),
    body: kind.Change,
    success: 200,
    output: kind.Json,
    refusals: [missing, 'siren_of_another_siret'],
    example: kind.example,
    tool: {
      name: `update-${noun}`,
      parameters: z.object({ [`${noun}Id`]: idOf(`the ${noun}`), ...kind.Change.shape }),
      renamed: { [`${noun}Id`]: 'id' },
      ...answeredAs(noun, kind.Json),
      destructive: true,
      idempotent: true,
    },
    run: async (context, { id, ...form }) => {
      const { tx, now } = context;
      const known = await kind.lock(tx, id);
      if (!known) return { refused: missing };
      const details = revised(known.customer.details, kind.revision(form));
      const no = sirenProblem(details);
      if (no) return no;
      const after = { ...known, customer: { ...known.customer, details, updatedAt: now } as Customer };
      updateCustomer(tx, after.customer);
      publishCustomerEvent(context, 'updated', after);
      return { body: kind.toJson(after) };
    },
  });
}
