import * as z from 'zod';
import { peopleOf } from '../../db/people/memberships.ts';
import { operation } from '../../pipeline/operation.ts';
import { PersonOfAccountJson, personToJson } from '../../schemas/people/members.ts';

export const listPeople = operation({
  name: 'list-people',
  summary: 'List the people of the account, including those who left.',
  description: 'Current members first, in the order in which they joined.',
  chapter: 'People',
  routes: ['GET /v2/people'],
  scope: 'account:read',
  path: z.object({}),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: z.object({ people: z.array(PersonOfAccountJson) }),
  refusals: [],
  run: async ({ tx }) => ({ body: { people: (await peopleOf(tx)).map(personToJson) } }),
});
