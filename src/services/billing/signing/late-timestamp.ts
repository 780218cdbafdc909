import type { Stamped } from '../../../audit/time-stamps/stored-time-stamps.ts';
import {
  deleteUnstampedSignature,
  findUnstamped,
  isFileInChain,
  storeUnstampedSignature,
} from '../../../db/billing/unstamped-signatures.ts';
import { withDocuments } from '../../../domain/billing/document/group/document-group.ts';
import { coverByChainStamp, withoutTimeStamp } from '../../../domain/billing/estimate/signature.ts';
import type { Context } from '../../context.ts';
import { commitDocumentGroup } from '../document-group/commit-document-group.ts';
import { documentLookups } from '../document-group/load-document-group.ts';
import { lockDocumentGroup } from '../document-group/lock-document-group.ts';

/** Seconds from one look at whether the stamp of a chain tells a signed file to the next: chains are stamped once a day. */
export const LATE_STAMP_LOOK_SECONDS = 3_600;

/** Notes on an offer that its signed file, kept in this transaction, has no time stamp, and why that is told where it is asked for. */
export async function recordMissingTimestamp(
  context: Context,
  { documentId, procedureId, reason }: { documentId: string; procedureId: string; reason: string },
): Promise<void> {
  const { tx, now } = context;
  const held = await lockDocumentGroup(context, documentId, documentLookups.estimate, { moves: true });
  if ('refused' in held) return;
  const { document } = held.group.asked;
  const { test } = document;
  const lookAt = now + LATE_STAMP_LOOK_SECONDS;
  storeUnstampedSignature(tx, { id: procedureId, test, documentId, lackingSince: now }, lookAt);
  const as = { type: 'signature_unstamped', about: { procedure: procedureId, reason } } as const;
  await commitDocumentGroup(context, held, withDocuments(held.group, withoutTimeStamp(document, now)), { as });
}

/**
 * Looks whether an authority has stamped the audit chain since, with the link that tells the signed file in it, and notes that on the offer.
 * The file stays as both parties were sent it: a stamp within would make another file of the same signature. False where it is to be looked at again.
 */
export async function applyLateTimestamp(
  context: Context,
  procedureId: string,
  stampsSince: (at: number) => Promise<readonly Stamped[]>,
): Promise<boolean> {
  const { tx, now } = context;
  const lacking = await findUnstamped(tx, procedureId);
  if (!lacking) return true;
  const { documentId, lackingSince } = lacking;
  const coveredAt = await firstToTell(context, documentId, await stampsSince(lackingSince));
  if (coveredAt === undefined) return false;
  const held = await lockDocumentGroup(context, documentId, documentLookups.estimate, { moves: true });
  if ('refused' in held) return true;
  deleteUnstampedSignature(tx, procedureId);
  const covered = coverByChainStamp(held.group.asked.document, { coveredAt, now });
  const as = { type: 'signature_covered', about: { procedure: procedureId, coveredAt } } as const;
  if (covered) await commitDocumentGroup(context, held, withDocuments(held.group, covered), { as });
  return true;
}

/** When the first stamp was made whose head tells it: Unix seconds, by the clock of the authority. */
async function firstToTell(
  { tx, test, accountId }: Context,
  documentId: string,
  stamps: readonly Stamped[],
): Promise<number | undefined> {
  const mode = test ? 'test' : 'live';
  for (const { heads, stamp } of stamps) {
    const head = heads.find((each) => each.account === accountId && each.mode === mode);
    if (head && stamp && (await isFileInChain(tx, head, { documentId, test }))) return stamp.at;
  }
  return undefined;
}
