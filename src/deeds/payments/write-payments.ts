import type { Claim } from '../../domain/billing/document/document.ts';
import { withDocuments } from '../../domain/billing/document/family.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import { commitFamily } from '../billing/commit-family.ts';
import type { Held } from '../billing/hold-family.ts';
import { showFamily } from '../billing/show-family.ts';
import type { Context } from '../context.ts';

/** Writes payments, or their counter-entries, each with its link in the audit chain, and the document they move. */
export const writePayments = async (context: Context, held: Held, document: Claim, payments: readonly Payment[]) =>
  showFamily(context, await commitFamily(context, held, withDocuments(held.family, document), { payments }));
