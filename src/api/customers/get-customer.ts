import * as z from 'zod';
import { operation, type Route } from '../../pipeline/operation.ts';
import { idOf, idOr } from '../../schemas/fields/id.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import { contacts, type KindOfCustomer, organizations } from '../../services/customers/customer-kinds.ts';

export const getContact = getting(contacts, {
  said: { description: 'The legacy id of a contact is its id.' },
  olderRoutes: ['GET /contact/by-legacy/{legacyId}'],
  saidToTools: { description: 'Get a contact, with or without an organization.' },
});
export const getOrganization = getting(organizations);

type Own = { said?: { description: string }; olderRoutes?: Route[]; saidToTools?: { description: string } };

function getting(kind: KindOfCustomer, { said, olderRoutes = [], saidToTools }: Own = {}) {
  const { noun, one, missing } = kind;
  return operation({
    name: `get-${noun}`,
    summary: `Get ${one}.`,
    ...said,
    chapter: 'Customers',
    routes: [`GET /${noun}/{${noun}Id}`, ...olderRoutes],
    scope: 'customers:read',
    path: z.object({ id: idOr(missing) }),
    query: z.object({}),
    body: z.object({}),
    success: 200,
    output: kind.Json,
    refusals: [missing],
    tool: {
      name: `get-${noun}-by-id`,
      ...saidToTools,
      parameters: z.object({ [`${noun}Id`]: idOf(`the ${noun}`) }),
      renamed: { [`${noun}Id`]: 'id' },
      ...answeredAs(noun, kind.Json),
    },
    run: async ({ tx }, { id }) => {
      const known = await kind.find(tx, id);
      return known ? { body: kind.toJson(known) } : { refused: missing };
    },
  });
}
