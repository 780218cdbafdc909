import type { BillingDocument } from '../../domain/document/document.ts';
import type { Facts } from '../../domain/document/facts.ts';
import { remainingOn } from '../../domain/document/figures.ts';
import type { Locale } from '../../domain/document/locale.ts';
import { partiesOf } from '../../domain/document/parties.ts';
import { datesOf } from '../../domain/document/timeline.ts';
import { type MailType, mailTypesFor, suits } from '../../domain/mail/mail-type.ts';
import type { Cents } from '../../domain/money/cents.ts';
import type { Refused } from '../../domain/refusal.ts';
import { totalOf } from '../../domain/vat/breakdown.ts';
import { type Letter, letterOf } from '../../mail/letter.ts';
import { nameOf } from './sender.ts';

/** The mail of a type about a document as it stands today, in its own language unless another is asked for. */
export function letterFor(
  type: MailType,
  { document, facts }: { document: BillingDocument; facts: Facts },
  locale: Locale = document.content.locale,
): Letter | Refused<'mail_type_of_other_kind'> {
  if (!suits(type, document.kind)) return { refused: 'mail_type_of_other_kind', types: mailTypesFor(document.kind) };
  const { customer, emitter } = partiesOf(document, facts);
  const { zone } = facts.settings;
  const { net, vat } = totalOf(document.totals.breakdown);
  const { emittedAt, dueAt, validUntilAt } = datesOf(document, facts.now, zone);
  const isBill = document.kind === 'invoice' || document.kind === 'advance';
  const isOffer = document.kind === 'estimate' || document.kind === 'purchase_order';
  const written = {
    kind: document.kind,
    number: document.sealed?.number,
    from: nameOf(emitter, facts.settings),
    person: customer?.kind === 'contact' ? customer.name : undefined,
    currency: document.content.currency.code,
    total: (net + vat) as Cents,
    remaining: isBill ? remainingOn(document).toReconcile : undefined,
    dueAt: isBill ? dueAt : undefined,
    validUntilAt: isOffer ? validUntilAt : undefined,
    bank: document.content.bank,
    ...{ emittedAt, zone, now: facts.now },
  };
  return letterOf(type, written, locale);
}
