import { billKinds } from '../../domain/billing/document/kind.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { kindsInSql } from '../billing/document-kind-sql.ts';
import { DEBIT_TO_BOOK } from '../payments/bank-transactions.ts';
import { sql, type Tx } from '../transaction.ts';

const MISSING = sql`
  select (
    select count(*) from billing.bank_transaction t
    where t.account_id = $1 and t.test = $2 and t.booked_on between $3 and $4 and t.amount_cents > t.applied_cents
      and t.amount_cents > 0 and not exists (
        select from billing.bank_dismissal d where d.account_id = $1 and d.transaction_id = t.id)
    )::int as transactions, (
    select count(*) from billing.bank_transaction t
    where t.account_id = $1 and t.test = $2 and t.booked_on between $3 and $4 and ${DEBIT_TO_BOOK}
    )::int as debits, (
    select count(*) from billing.purchase p
    where p.account_id = $1 and p.test = $2 and p.booked_on between $3 and $4 and p.sha256 is null
      and p.supplier_invoice_id is null and p.corrects_id is null
      and not exists (select from billing.purchase c where c.account_id = $1 and c.corrects_id = p.id)
    )::int as purchases, (
    select count(*) from billing.document d
    where d.account_id = $1 and d.test = $2 and d.kind in ${kindsInSql(billKinds)}
      and d.emitted_on between $3 and $4 and d.number is null and d.archived_at is null
    )::int as drafts, (
    select count(*) from billing.supplier_invoice s
    where s.account_id = $1 and s.test = $2 and s.issued_on between $3 and $4 and not exists (
      select from billing.purchase p where p.account_id = $1 and p.supplier_invoice_id = s.id and p.corrects_id is null
        and not exists (select from billing.purchase c where c.account_id = $1 and c.corrects_id = p.id))
    )::int as invoices`;

/** What the books of a span may lack, counted. */
export type MissingInBooks = {
  /** Money that came to a bank account and is matched with no document, nor set aside. */
  readonly bankTransactions: number;
  /** Money that left a bank account without a purchase in the register, not set aside. */
  readonly debitsWithoutPurchase: number;
  /** Purchases that stand, with neither a receipt nor a received invoice. */
  readonly purchasesWithoutReceipt: number;
  /** Drafts of invoices, advances and credit notes dated in the span. */
  readonly drafts: number;
  /** Received invoices issued in the span that the register of purchases does not have. */
  readonly supplierInvoices: number;
};

/** Counts what the books of a span may lack, in the caller’s mode. */
export async function missingInBooks(
  tx: Tx,
  { from, to }: { readonly from: CivilDay; readonly to: CivilDay },
): Promise<MissingInBooks> {
  const [row] = await tx.read(MISSING, [tx.accountId, tx.test, from, to]);
  return {
    bankTransactions: row?.transactions ?? 0,
    debitsWithoutPurchase: row?.debits ?? 0,
    purchasesWithoutReceipt: row?.purchases ?? 0,
    drafts: row?.drafts ?? 0,
    supplierInvoices: row?.invoices ?? 0,
  };
}
