import { openSampleAccount } from '../../db/account/accounts.ts';
import { join, updateMembership } from '../../db/people/memberships.ts';
import { lockSamples } from '../../db/people/sample-accounts.ts';
import { inTransaction } from '../../db/transaction.ts';
import { scopes } from '../../domain/account/scope.ts';
import type { OwnAccount } from '../../domain/people/person.ts';
import { sampleRefusal } from '../../domain/people/sample-account.ts';
import type { Refused } from '../../domain/refusal.ts';
import { auditMembershipChange } from './audit-membership-change.ts';
import type { PersonalContext } from './personal-context.ts';
import { ofPerson, type SignedIn, signedInOf } from './sign-in/signed-in.ts';

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
