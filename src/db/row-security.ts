import type { Statement } from './statement.ts';

/** Sees no row of any account: what is done for the service as a whole asks functions that may. */
export const NO_ACCOUNT = '';

/**
 * Names the account and the mode for row-level security until the transaction ends, as commands with their values in them: where
 * tables are spread over machines, `set local` travels to them, and what a function sets does not. Throws where the account is no
 * UUID, for it stands in the text.
 */
export function entering({ accountId, test }: { accountId: string; test: boolean }): Statement[] {
  assertUuid('an account', accountId || NOBODY);
  return [
    { text: `set local app.account_id = '${accountId}'` },
    { text: `set local app.test = '${test ? 'on' : 'off'}'` },
  ];
}

/** The same for what is a person's own. */
export function enteringAsPerson(personId: string): Statement {
  assertUuid('a person', personId);
  return { text: `set local app.person_id = '${personId}'` };
}

/** Throws where `id` is no UUID. */
export function assertUuid(whose: 'an account' | 'a person', id: string): void {
  if (!UUID.test(id)) throw new Error(`${whose} is named by a UUID`);
}

const NOBODY = '00000000-0000-0000-0000-000000000000';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
