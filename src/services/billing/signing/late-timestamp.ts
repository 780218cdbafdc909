import type { Stamped } from '../../../audit/time-stamps/stored-time-stamps.ts';
import {
  deleteUnstampedSignature,
  findUnstamped,
  isFileInChain,
  storeUnstampedSignature,
} from '../../../db/billing/signatures.ts';
import { withDocuments } from '../../../domain/billing/document/group/document-group.ts';
import { coverByChainStamp, withoutTimeStamp } from '../../../domain/billing/estimate/signature.ts';
import type { Context } from '../../context.ts';
import { commitDocumentGroup } from '../document-group/commit-document-group.ts';
import { documentLookups } from '../document-group/load-document-group.ts';
import { lockDocumentGroup } from '../document-group/lock-document-group.ts';

/**
 * Seconds between two checks whether a time stamp covers a signed file: chains are stamped daily.
 */
export const LATE_STAMP_LOOK_SECONDS = 3_600;

/**
 * Records on an offer that its signed file, stored in this transaction, has no time stamp, and
 * why.
 */
export async function recordMissingTimestamp(
  context: Context,
  { documentId, procedureId, reason }: { documentId: string; procedureId: string; reason: string },
): Promise<void> {
  const { tx, now } = context;
  const locked = await lockDocumentGroup(context, documentId, documentLookups.estimate, { moves: true });
  if ('refused' in locked) return;
  const { document } = locked.group.asked;
  const { test } = document;
  const lookAt = now + LATE_STAMP_LOOK_SECONDS;
  storeUnstampedSignature(tx, { id: procedureId, test, documentId, lackingSince: now }, lookAt);
  const as = { type: 'signature_unstamped', about: { procedure: procedureId, reason } } as const;
  await commitDocumentGroup(context, locked, withDocuments(locked.group, withoutTimeStamp(document, now)), { as });
}

/**
 * Checks whether an authority has time-stamped the audit chain at or after the entry of the signed
 * file, and records that on the offer. The file itself stays as sent to both parties: adding a
 * stamp would make a second file of the same signature. False if it must be checked again.
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
  const locked = await lockDocumentGroup(context, documentId, documentLookups.estimate, { moves: true });
  if ('refused' in locked) return true;
  deleteUnstampedSignature(tx, procedureId);
  const covered = coverByChainStamp(locked.group.asked.document, { coveredAt, now });
  const as = { type: 'signature_covered', about: { procedure: procedureId, coveredAt } } as const;
  if (covered) await commitDocumentGroup(context, locked, withDocuments(locked.group, covered), { as });
  return true;
}

/**
 * When the first time stamp was made whose head covers it: Unix seconds by the authority's clock.
 */
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
