import { inTransaction } from '../../src/db/transaction.ts';
import type { Role } from '../../src/domain/people/role.ts';
import { createInvitationLink } from '../../src/services/people/invitations/create-invitation-link.ts';
import { type Browser, browser } from '../support/service/browser-session.ts';
import type { ServiceOverHttps } from '../support/service/service-over-https.ts';

export const PASSWORD = 'cheval agrafe pile correcte';

/** A link into an account, as its secret alone: the first owner's where no address is given. */
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

/** Somebody new in an account, signed in in a browser of his own. */
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
 * The link in the last mail of an account that has one, and its recipient. Notices without a link
 * may come in between.
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

/**
 * Asks the database as the owner of its tables, who obeys row-level security like everybody, and
 * writes where nothing fails.
 */
export const inAccountOf = (
  { owner, accountId }: Pick<ServiceOverHttps, 'owner' | 'accountId'>,
  statement: string,
): Promise<Record<string, any>[]> => asOwner(owner, `set local app.account_id = '${accountId}'`, [statement]);

/** The same of what is somebody's own, in one transaction. */
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
