import type { Claim } from '../../domain/document/document.ts';
import { withDocuments } from '../../domain/document/family.ts';
import type { Payment } from '../../domain/payment/payment.ts';
import { commitFamily } from '../documents/commit-family.ts';
import type { Held } from '../documents/hold-family.ts';
import { showFamily } from '../documents/show-family.ts';
import type { Context } from '../operation.ts';

/** Writes payments, or their counter-entries, each with its link in the audit chain, and the document they move. */
export const writePayments = async (context: Context, held: Held, document: Claim, payments: readonly Payment[]) =>
  showFamily(context, await commitFamily(context, held, withDocuments(held.family, document), { payments }));
