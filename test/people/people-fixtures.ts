import { inTransaction } from '../../src/db/transaction.ts';
import type { Role } from '../../src/domain/people/role.ts';
import { createInvitationLink } from '../../src/services/people/invitations/invitation-link.ts';
import { type Browser, browser } from '../support/service/browser-session.ts';
import type { ServiceOverHttps } from '../support/service/service-over-https.ts';

export const PASSWORD = 'cheval agrafe pile correcte';

/** The secret of an invitation link; without an address, the link of the first owner. */
export async function linkInto(
  { services, accountId }: Pick<ServiceOverHttps, 'services' | 'accountId'>,
  given: { email?: string; role?: Role } = {},
): Promise<string> {
  const { newId, now, pool } = services;
  const drawn = await inTransaction(pool, { accountId, test: false }, async (tx) => ({
    commit: true,
    answer: createInvitationLink(tx, {
      ...{ id: newId(), now: now(), publicUrl: 'https://localhost', role: 'owner', invitedBy: 'test' },
      ...given,
    }),
  }));
  return new URL(drawn.url).hash.slice('#secret='.length);
}

/** A new member of an account, signed in in a separate browser. */
export async function newPerson(
  service: ServiceOverHttps,
  given: { email: string; role?: Role; accountId?: string; first?: boolean },
): Promise<Browser & { id: string }> {
  const { email, role = 'owner', accountId = service.accountId, first = false } = given;
  const secret = await linkInto({ services: service.services, accountId }, first ? {} : { email, role });
  const own = browser(service);
  const joined = await own.ask('/v2/person/join', {
    body: { secret, name: email.split('@')[0], password: PASSWORD, ...(first && { email }) },
  });
  if (joined.status !== 201) throw new Error(`${email} did not join: ${joined.text}`);
  return { ...own, id: joined.json.person.id };
}

/**
 * The link and recipient of the account’s last mail that has a link; notices may come in between.
 */
export async function mailedLink(
  service: Pick<ServiceOverHttps, 'owner' | 'accountId'>,
): Promise<{ to: string; secret: string }> {
  const [row] = await inAccountOf(
    service,
    "select content from billing.mail where content like '%#secret=%' order by id desc limit 1",
  );
  const { recipients, text } = JSON.parse(row?.content ?? '{}');
  return { to: recipients[0].address, secret: /#secret=([\w-]+)/.exec(text)?.[1] ?? '' };
}

/** Queries as the table owner, who is subject to row-level security, and commits on success. */
export const inAccountOf = (
  { owner, accountId }: Pick<ServiceOverHttps, 'owner' | 'accountId'>,
  statement: string,
): Promise<Record<string, any>[]> => asOwner(owner, `set local app.account_id = '${accountId}'`, [statement]);

/** The same for personal rows, in one transaction. */
export const asPerson = (
  { owner }: Pick<ServiceOverHttps, 'owner'>,
  personId: string,
  statements: readonly string[],
): Promise<Record<string, any>[]> => asOwner(owner, `set local app.person_id = '${personId}'`, statements);

async function asOwner(
  owner: ServiceOverHttps['owner'],
  whose: string,
  statements: readonly string[],
): Promise<Record<string, any>[]> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query(whose);
    let found: Record<string, any>[] = [];
    for (const statement of statements) found = (await client.query(statement)).rows;
    await client.query('commit');
    return found;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
