import type { BulkAction } from '../../app/bulk-run.ts';
import { call, callWithVersion } from '../../client/call.ts';
import type { Listed } from './list-row.ts';

/** Bulk actions on documents, one by one. Each request carries an idempotency key. */
export type Each = BulkAction<Listed>;

/** Thrown without any request if the customer has no email address. */
export class MissingEmail extends Error {
  override name = 'MissingEmail';
}

export const finalize: Each = async ({ id }, key) => {
  await call('finalize-billing', { billingId: id }, { idempotencyKey: key('finalize') });
};

/** Emails a document with the service's default text. */
export const send: Each = (row, key) => mail(row, isOffer(row) ? 'estimate_simple' : 'invoice_simple', key('send'));

/** Sends a reminder for a late invoice. */
export const remind: Each = (row, key) => mail(row, 'invoice_reminder', key('remind'));

export const finalizeAndSend: Each = async (row, key) => {
  await finalize(row, key);
  await send(row, key);
};

async function mail(
  { id, emails }: Listed,
  emailType: 'estimate_simple' | 'invoice_simple' | 'invoice_reminder',
  idempotencyKey: string,
) {
  if (emails.length === 0) throw new MissingEmail('no address');
  const { subject, content } = await call('render-billing-email', { billingId: id, emailType });
  await call('send-billing-by-email', { billingId: id, body: { emails, subject, content } }, { idempotencyKey });
}

type Method = 'transfer' | 'direct_debit' | 'credit_card' | 'cheque' | 'cash' | 'paypal' | 'other';

/** Options chosen in the confirmation dialog; `receivedAt` is in Unix seconds. */
export type BulkOptions = {
  readonly andSend?: boolean;
  readonly receivedAt?: number;
  readonly method?: Method;
};

/** Records a payment of the whole balance; `receivedAt` is in Unix seconds. */
export const settle =
  ({ receivedAt, method }: { receivedAt: number; method: Method }): Each =>
  async ({ id, type, remaining = 0 }, key) => {
    const body = { payments: [{ amount: remaining, receivedAt, method }] };
    const options = { idempotencyKey: key('settle') };
    if (type === 'advance') await call('mark-advance-paid', { advanceId: id, body }, options);
    else await call('mark-paid', { invoiceId: id, body }, options);
  };

/** Reverses payments by counter-entries. */
export const takeBack: Each = async ({ id, type }, key) => {
  const options = { idempotencyKey: key('take back') };
  if (type === 'advance') await call('mark-advance-unpaid', { advanceId: id }, options);
  else await call('mark-unpaid', { invoiceId: id }, options);
};

export const archive: Each = async ({ id }, key) => {
  await call('archive-billing', { billingId: id }, { idempotencyKey: key('archive') });
};

export const unarchive: Each = async ({ id }, key) => {
  await call('unarchive-billing', { billingId: id }, { idempotencyKey: key('unarchive') });
};

export const remove: Each = async ({ id }, key) => {
  await call('delete-billing', { billingId: id }, { idempotencyKey: key('remove') });
};

/** Downloads the PDF of a document. */
export const download =
  (take: (file: { name: string; content: Blob }) => void): Each =>
  async ({ id, number }) => {
    const { answer, fileName } = await callWithVersion('download-billing', { billingId: id, query: {} });
    take({ name: fileName ?? `${number ?? id}.pdf`, content: answer });
  };

const isOffer = ({ type }: Listed): boolean => type === 'estimate' || type === 'purchase_order';

/** The available actions; each says which documents it applies to. */
export const eligibleFor = {
  finalize: ({ state }: Listed): boolean => state === 'draft',
  send: ({ state, isCanceled }: Listed): boolean => state !== 'draft' && !isCanceled,
  remind: ({ type, remaining = 0, state, isCanceled }: Listed): boolean =>
    type === 'invoice' && state === 'finalized' && remaining > 0 && !isCanceled,
  settle: ({ type, remaining = 0, state, isCanceled }: Listed): boolean =>
    (type === 'invoice' || type === 'advance') && state !== 'draft' && remaining > 0 && !isCanceled,
  download: ({ state }: Listed): boolean => state !== 'draft',
  archive: ({ isArchived }: Listed): boolean => !isArchived,
  unarchive: ({ isArchived }: Listed): boolean => isArchived,
  remove: ({ state }: Listed): boolean => state === 'draft',
} as const;
export type BulkActionName = keyof typeof eligibleFor;
