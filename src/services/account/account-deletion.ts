import { createHash } from 'node:crypto';
import { canonicalJson } from '../../audit/canonical-json.ts';
import { sha256Hex } from '../../audit/chain/chain-link.ts';
import type { ChainSigner } from '../../audit/chain/chain-signer.ts';
import { lockSettings } from '../../db/account/accounts.ts';
import { lockStandingKeys } from '../../db/account/api-keys.ts';
import {
  beginClearing,
  beginErasure,
  cancelDeletion,
  eraseRows,
  findDeletion,
  insertDeletion,
  lockDeletion,
} from '../../db/account/deletions.ts';
import { append, lockChainHead } from '../../db/audit/append-to-chain.ts';
import { queueJob } from '../../db/job-queue.ts';
import { peopleOf, updateMembership } from '../../db/people/memberships.ts';
import type { Tx } from '../../db/transaction.ts';
import {
  type AccountDeletion,
  cancellationRefusal,
  deletionDueAt,
  deletionRefusal,
} from '../../domain/account/deletion.ts';
import type { OwnAccount } from '../../domain/people/person.ts';
import { lanes } from '../../domain/queue/queues.ts';
import { deletionMail } from '../../mail/access-mails.ts';
import { deletionToJson } from '../../schemas/account/deletion.ts';
import type { AppServices } from '../app-dependencies.ts';
import { publishEvent } from '../events/publish-event.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { revokeKeys } from './api-keys.ts';

type Services = Pick<AppServices, 'now' | 'newId' | 'environment'>;
type Acting = Services & { readonly tx: Tx; readonly actor: string };

/** The actor in the audit trail of what a job does. */
const SERVICE = 'service';
/** More webhooks than an account may have, in both modes. */
const WEBHOOKS_AT_ONCE = 10_000;

/**
 * Asks for the deletion of the transaction's account: it is due after the waiting time. Recorded in
 * the live chain, published, and mailed to all owners.
 */
export async function requestDeletion(
  acting: Acting,
  { account, typed }: { account: OwnAccount; typed: string },
): Promise<AccountDeletion | NonNullable<ReturnType<typeof deletionRefusal>>> {
  const { tx, actor } = acting;
  const { name } = await lockSettings(tx);
  const refused = deletionRefusal({ account: { ...account, name }, typed, deletion: await findDeletion(tx) });
  if (refused) return refused;
  const askedAt = acting.now();
  const asked = { actor, askedAt, dueAt: deletionDueAt(askedAt), byOperator: false };
  insertDeletion(tx, asked);
  queueDeletion(tx, asked.dueAt, askedAt);
  const deletion: AccountDeletion = { accountId: tx.accountId, state: 'waiting', ...asked };
  await announce(acting, 'deletion_requested', deletion);
  return deletion;
}

/** Cancels the deletion of the transaction's account while it waits. */
export async function cancelRequestedDeletion(
  acting: Acting,
  account: OwnAccount,
): Promise<NonNullable<ReturnType<typeof cancellationRefusal>> | undefined> {
  const { tx } = acting;
  await lockSettings(tx);
  const deletion = await lockDeletion(tx);
  const refused = cancellationRefusal(account, deletion);
  if (refused || !deletion) return refused;
  cancelDeletion(tx);
  await announce(acting, 'deletion_canceled', deletion);
  return undefined;
}

/** Queues the job that deletes the account. */
export const queueDeletion = (tx: Tx, dueAt: number, now: number): void =>
  queueJob(tx, { lane: lanes.account_deletions.name, subjectId: tx.accountId, test: false }, dueAt, now);

/** Publishes and mails what was asked, then records it: the head of the chain is locked last. */
async function announce(
  acting: Acting,
  type: 'deletion_requested' | 'deletion_canceled',
  deletion: AccountDeletion,
): Promise<void> {
  const { tx, now, newId, environment } = acting;
  const at = now();
  await notifyOwners(acting, type, deletion);
  const subject = { type: `account.${type}`, subjectId: tx.accountId, test: false } as const;
  publishEvent({ tx, now: at, newId }, subject, { deletion: deletionToJson(deletion) });
  await record({ tx, seal: environment.seal, at, actor: acting.actor }, type, deletion);
}

async function record(
  { tx, seal, at, actor }: { tx: Tx; seal: ChainSigner; at: number; actor: string },
  type: 'deletion_requested' | 'deletion_canceled' | 'deletion_begun',
  { askedAt, dueAt }: Pick<AccountDeletion, 'askedAt' | 'dueAt'>,
): Promise<void> {
  const subject = { kind: 'account', id: tx.accountId };
  const sha256 = sha256Hex(canonicalJson({ accountId: tx.accountId, askedAt, dueAt }));
  append(tx, { test: false, head: await lockChainHead(tx, false), seal }, { type, at, actor, subject, sha256 });
}

async function notifyOwners(
  { tx, now, newId, environment, actor }: Acting,
  notice: 'deletion_requested' | 'deletion_canceled',
  { dueAt }: AccountDeletion,
): Promise<void> {
  if (!environment.mail) return;
  const settings = await lockSettings(tx);
  const people = (await peopleOf(tx)).filter(({ leftAt }) => leftAt === undefined);
  const by = people.find(({ personId }) => personId === actor)?.name;
  const { locale } = settings.defaults;
  const at = now();
  const url = `${environment.publicUrl}/reglages/suppression`;
  const letter = deletionMail({ notice, account: settings.name, by, dueAt, at, zone: settings.zone, url }, locale);
  const context = { tx, now: at, newId, ...environment };
  for (const { email, role } of people)
    if (role === 'owner')
      await queueMail(context, { purpose: 'notice', test: false, to: [email], ...letter, locale, settings });
}

/**
 * Ends every access to the account, in the transaction that begins its deletion: keys are revoked
 * and members leave. From here on it cannot be canceled.
 */
export async function endAccess(
  { tx, now, environment }: Omit<Acting, 'actor'>,
  deletion: AccountDeletion,
): Promise<void> {
  const at = now();
  beginClearing(tx, at);
  const { seal, securityLog } = environment;
  const keys = await lockStandingKeys(tx);
  await revokeKeys({ tx, seal, now: at, accountId: tx.accountId, actor: SERVICE, securityLog }, keys);
  // Members may only leave once their webhooks are gone.
  await eraseRows(tx, 'endpoint', WEBHOOKS_AT_ONCE);
  for (const member of await peopleOf(tx))
    if (member.leftAt === undefined) updateMembership(tx, { ...member, leftAt: at });
  await record({ tx, seal, at, actor: SERVICE }, 'deletion_begun', deletion);
}

/**
 * Begins to erase everything. A statement signed with the key of the audit trail stays, so that a
 * verification can tell an erased account from a lost one.
 */
export async function proveErasure({ tx, now, environment }: Omit<Acting, 'actor'>): Promise<void> {
  const head = await lockChainHead(tx, false);
  const { seq, hash } = head;
  const statement = canonicalJson({
    account: tx.accountId,
    erasedAt: now(),
    last: { seq, sha256: hash.toString('hex') },
  });
  const { keyId, sign } = environment.seal.signer(head.keyId);
  beginErasure(tx, { statement, keyId, signature: sign(createHash('sha256').update(statement).digest()) });
}
