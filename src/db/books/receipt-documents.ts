import type { ServiceMix } from '../../domain/books/receipts-book.ts';
import type { CurrencyCode } from '../../domain/money/currency.ts';
import { claimFacts, type PaidClaim } from '../home/bill-facts.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

/** A document as the book states it: its number, customer and services, with all its payments. */
export type ReceiptDocument = {
  readonly claim: PaidClaim;
  readonly number: string;
  readonly customerName?: string;
  /** The organization, or the person. */
  readonly customerId?: string;
  readonly currency: string;
  /** The currency to which its rate converts. */
  readonly base: CurrencyCode;
  readonly mix: ServiceMix;
};

/** An untyped line of a registered trader or craft business is a commercial service (BIC). */
const IS_TRADER = `coalesce(frozen.emitter ->> 'rcsNumber', '') <> '' or coalesce(frozen.emitter ->> 'rneNumber', '') <> ''`;

/** The organization of the frozen customer, or the person. */
export const BUYER = `left join lateral json_to_record(frozen.customer) as buyer (id text, name text, organization json) on true
  left join lateral json_to_record(buyer.organization) as firm (id text, name text) on true`;

// Each JSON access parses the text from the start, so each text is expanded once. Lines are parsed
// only if the document sells both kinds of services.
const DOCUMENTS = sql`
  select ${claimFacts.columns}, d.number,
    coalesce(firm.name, buyer.name) as customer_name, coalesce(firm.id, buyer.id) as customer_id,
    ${IS_TRADER} as is_trader, services.bic, services.bnc,
    case when services.bic and services.bnc then (
      select json_agg(json_build_array(by_key.key, by_key.bic, by_key.bnc, by_key.net)) from (
        select line ->> 'vatCode' as key,
          coalesce(sum((amounts ->> 'netAfterDocumentDiscount')::bigint) filter (
            where line ->> 'type' = 'commercial_or_craft_services'), 0)::bigint as bic,
          coalesce(sum((amounts ->> 'netAfterDocumentDiscount')::bigint) filter (
            where line ->> 'type' = 'service_delivery'), 0)::bigint as bnc,
          sum((amounts ->> 'netAfterDocumentDiscount')::bigint)::bigint as net
        from rows from (json_array_elements(sold.text::json #> '{content,lines}'),
          json_array_elements(sold.text::json #> '{totals,lines}')) as together (line, amounts)
        where coalesce(line ->> 'type', '') not like all (array['disbursement', 'sale_of_%'])
          and coalesce(line ->> 'deliveryOfGoods', 'false') <> 'true'
        group by 1) by_key)::text end as mixed
  from ${claimFacts.from}
  ${BUYER}
  cross join lateral (select strpos(sold.text, '"type":"commercial_or_craft_services"') > 0 as bic,
    strpos(sold.text, '"type":"service_delivery"') > 0 as bnc) services
  where d.account_id = $1 and d.id = any ($2::uuid[]) and d.number is not null`;

/** Finalized documents by ID: at most a few thousand per call. */
export async function receiptDocuments(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, ReceiptDocument>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.read(DOCUMENTS, [tx.accountId, ids]);
  return new Map(rows.map((row) => [row.id as string, documentFrom(row)]));
}

const documentFrom = (row: Row): ReceiptDocument => ({
  claim: claimFacts.read(row),
  ...{ number: row.number, currency: row.currency, base: (row.base ?? row.currency) as CurrencyCode },
  ...(row.customer_name && { customerName: row.customer_name as string }),
  ...(row.customer_id && { customerId: row.customer_id as string }),
  mix: mixFrom(row),
});

/**
 * An untyped line follows the typed services of its document; without them, or with both, the
 * register.
 */
function mixFrom({ is_trader, bic, bnc, mixed }: Row): ServiceMix {
  const nature = bic !== bnc ? (bic ? 'bic_services' : 'bnc') : is_trader ? 'bic_services' : 'bnc';
  if (mixed === null) return { nature };
  const byKey = (JSON.parse(mixed) as [string, number, number, number][]).map(([key, ofBic, ofBnc, all]) => [
    key,
    { bic: nature === 'bic_services' ? all - ofBnc : ofBic, all },
  ]);
  return { nature, lines: Object.fromEntries(byKey) };
}
