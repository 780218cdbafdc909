import * as z from 'zod';
import { lockContact, lockOrganization, unsetDefaultContact, updateCustomer } from '../../db/customers/customers.ts';
import { operation } from '../../pipeline/operation.ts';
import { OrganizationJson, organizationToJson } from '../../schemas/customers/organization.ts';
import { id, idOr } from '../../schemas/fields/id.ts';
import { publishOrganizationEvent } from '../../services/events/publish-event.ts';

export const setDefaultContact = operation({
  name: 'set-default-contact',
  summary: 'Choose the contact that documents of an organization go to.',
  description:
    'null for no default contact: documents then go to the organization. Existing documents keep their contact.',
  chapter: 'Customers',
  routes: ['PATCH /organization/{organizationId}/default-contact'],
  scope: 'customers:write',
  path: z.object({ id: idOr('organization_not_found') }),
  query: z.object({}),
  body: z.object({ defaultContactId: id.nullable() }),
  success: 200,
  output: OrganizationJson,
  refusals: ['organization_not_found', 'contact_not_found', 'contact_of_another_organization'],
  example: { defaultContactId: '01890a5d-ac96-774b-bcce-b302099a8057' },
  run: async (context, { id, defaultContactId }) => {
    const { tx, now } = context;
    const known = await lockOrganization(tx, id);
    if (!known) return { refused: 'organization_not_found' };
    const { defaultContactId: _, ...organization } = known;
    if (defaultContactId === null) {
      unsetDefaultContact(tx, id);
      publishOrganizationEvent(context, 'updated', organization);
      return { body: organizationToJson(organization) };
    }

    const chosen = await lockContact(tx, defaultContactId);
    if (!chosen) return { refused: 'contact_not_found' };
    if (chosen.customer.organizationId !== known.customer.id) return { refused: 'contact_of_another_organization' };
    unsetDefaultContact(tx, id, chosen.customer.id);
    updateCustomer(tx, { ...chosen.customer, isDefault: true, updatedAt: now });
    const named = { ...organization, defaultContactId: chosen.customer.id };
    publishOrganizationEvent(context, 'updated', named);
    return { body: organizationToJson(named) };
  },
});
