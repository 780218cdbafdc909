import { randomBytes } from 'node:crypto';
import { openSampleAccount } from '../../db/account/accounts.ts';
import { join, updateMembership } from '../../db/people/memberships.ts';
import { insertPerson } from '../../db/people/persons.ts';
import { lockSamples } from '../../db/people/sample-accounts.ts';
import { inTransaction } from '../../db/transaction.ts';
import { scopes } from '../../domain/account/scope.ts';
import { visiting } from '../../domain/people/demonstration.ts';
import { foldedEmail, type OwnAccount } from '../../domain/people/person.ts';
import { sampleRefusal } from '../../domain/people/sample-account.ts';
import type { Refused } from '../../domain/refusal.ts';
import { auditMembershipChange } from './audit-membership-change.ts';
import type { PersonalContext } from './personal-context.ts';
import { openSession, type signInResponse } from './sign-in/open-session.ts';
import { newCredentials } from './sign-in/password-hash.ts';
import { csrfOf, ofPerson, type SignedIn, signedInOf } from './sign-in/signed-in.ts';

type Opening = Refused<'sample_stands' | 'samples_exhausted' | 'sample_unfinished'>;

/**
 * Creates a sample account and fills it with the sample year. If a step is refused or fails, the
 * person leaves the account again.
 */
export async function openSample(context: PersonalContext): Promise<{ accounts: readonly OwnAccount[] } | Opening> {
  const signedIn = signedInOf(context);
  const opened = await openedFor(context, signedIn);
  if ('refused' in opened) return opened;
  const caller = {
    accountId: opened.accountId,
    test: true,
    scopes,
    actor: signedIn.person.id,
    isPerson: true,
  } as const;
  try {
    const refused = await context.createSampleData(caller);
    if (!refused) return opened;
    await leaveSample(context);
    return { refused: 'sample_unfinished', reason: refused.refused };
  } catch (error) {
    await leaveSample(context).catch(() => {});
    throw error;
  }
}

function openedFor(context: PersonalContext, { person: { id: personId }, accounts }: SignedIn) {
  const { pool, newId, now } = context;
  const accountId = newId();
  type Opened = { accountId: string; accounts: readonly OwnAccount[] } | Refused<'sample_stands' | 'samples_exhausted'>;
  // Locks the person in a separate transaction: with sharding, the new account's transaction sees
  // no other.
  return inTransaction<Opened>(pool, ofPerson(personId), async (holding) => {
    const refused = sampleRefusal(await lockSamples(holding, personId), now());
    if (refused) return { commit: false, answer: refused };
    await open(context, accountId, personId);
    const sample = { id: accountId, name: SAMPLE_NAME, role: 'owner', isSample: true } as const;
    return { commit: false, answer: { accountId, accounts: [...accounts, sample] } };
  });
}

const open = ({ pool, now, environment: { seal } }: PersonalContext, accountId: string, personId: string) =>
  inTransaction(pool, { accountId, test: false, personId }, async (tx) => {
    const at = now();
    openSampleAccount(tx, { name: SAMPLE_NAME, now: at, actor: personId, seal });
    join(tx, { personId, role: 'owner', now: at });
    await auditMembershipChange({ tx, seal, now: at, actor: personId }, 'person_joined', { personId, role: 'owner' });
    return { commit: true, answer: undefined };
  });

/** The business of the sample year. */
const SAMPLE_NAME = 'Camille Martin EI';

/**
 * Leaves the sample account for good, recorded by the last entry of its chain. Refused if the
 * person has none.
 */
export async function leaveSample(context: PersonalContext): Promise<Refused<'sample_not_found'> | undefined> {
  const { pool, now, environment } = context;
  const { person } = signedInOf(context);
  const state = await inTransaction(pool, ofPerson(person.id), async (tx) => ({
    commit: false,
    answer: (await lockSamples(tx, person.id)).find(({ stands }) => stands),
  }));
  if (!state) return { refused: 'sample_not_found' };
  const { accountId, openedAt: joinedAt } = state;
  await inTransaction(pool, { accountId, test: false }, async (tx) => {
    const member = { personId: person.id, role: 'owner', joinedAt } as const;
    updateMembership(tx, { ...member, leftAt: now() });
    await auditMembershipChange({ tx, seal: environment.seal, now: now(), actor: person.id }, 'person_left', member);
    return { commit: true, answer: undefined };
  });
  return undefined;
}

/**
 * Lets a visitor into a public demonstration: a new person with a random password is signed in and
 * gets sample data. Refused where there is no demonstration, and to too many visitors.
 */
export async function openDemonstration(
  context: PersonalContext,
): Promise<
  Parameters<typeof signInResponse>[0] | Refused<'demonstration_off' | 'demonstration_full' | 'sample_unfinished'>
> {
  const { demonstration } = context.environment;
  if (!demonstration) return { refused: 'demonstration_off' };
  const visitor = { network: context.network, now: context.now() };
  return visiting(demonstration, visitor, async () => {
    const entered = await enteredVisitor(context);
    const signedIn = { ...entered, accounts: [], csrf: csrfOf(entered.token) };
    const sample = await openSample({ ...context, signedIn });
    // A person without sample data has neither.
    if ('refused' in sample) return { refused: 'sample_unfinished', reason: sample.refused } as const;
    return { ...entered, accounts: sample.accounts, deviceSecret: entered.credentials.deviceSecret };
  });
}

/** A new visitor with a session. */
async function enteredVisitor(context: PersonalContext) {
  const id = context.newId();
  const person = {
    id,
    email: `visite-${id.slice(-12)}@demonstration.invalid`,
    name: VISITOR_NAME,
    createdAt: context.now(),
    secondFactor: false,
    hasPasskey: false,
    stepsPutAway: false,
  };
  const credentials = await newCredentials(context, randomBytes(PASSWORD_BYTES).toString('base64url'));
  return inTransaction(context.pool, ofPerson(id), async (tx) => {
    insertPerson(tx, person, foldedEmail(person.email), credentials);
    return { commit: true, answer: { ...openSession(tx, context, person), person, credentials } };
  });
}

const VISITOR_NAME = 'Camille Martin';
const PASSWORD_BYTES = 32;
