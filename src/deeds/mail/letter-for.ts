import { curled } from '../../domain/apostrophes.ts';
import { type BillingDocument, isClaim, isEstimate } from '../../domain/billing/document/document.ts';
import type { Facts } from '../../domain/billing/document/facts.ts';
import { remainingOn } from '../../domain/billing/document/figures.ts';
import { kindRow } from '../../domain/billing/document/kind.ts';
import type { Locale } from '../../domain/billing/document/locale.ts';
import { partiesOf } from '../../domain/billing/document/parties.ts';
import { datesOf } from '../../domain/billing/document/timeline.ts';
import type { MailType } from '../../domain/mail/mail-type.ts';
import type { Cents } from '../../domain/money/cents.ts';
import type { Refused } from '../../domain/refusal.ts';
import type { Theme } from '../../domain/themes/theme.ts';
import { totalOf } from '../../domain/vat/breakdown.ts';
import { type Letter, letterOf } from '../../mail/letter.ts';
import { linkToCome } from './link-to-come.ts';
import { nameOf, signatureOf } from './sender.ts';

/** The mail of a type about a document as it stands today, in its own language unless another is asked for, in the colours of a theme. */
export function letterFor(
  type: MailType,
  { document, facts }: { document: BillingDocument; facts: Facts },
  {
    theme,
    publicUrl,
    locale = document.content.locale,
  }: { theme: Theme; publicUrl: string; locale?: Locale | undefined },
): Letter | Refused<'mail_type_of_other_kind'> {
  const { mails } = kindRow(document.kind);
  if (!mails.includes(type)) return { refused: 'mail_type_of_other_kind', types: mails };
  const { customer, emitter } = partiesOf(document, facts);
  const { zone } = facts.settings;
  const { net, vat } = totalOf(document.totals.breakdown);
  const { emittedAt, dueAt, validUntilAt } = datesOf(document, facts.now, zone);
  const isOwed = isClaim(document);
  const written = {
    kind: document.kind,
    number: document.sealed?.number,
    from: curled(nameOf(emitter, facts.settings)),
    signature: signatureOf(facts.settings),
    person: customer?.kind === 'contact' ? curled(customer.name) : undefined,
    currency: document.content.currency.code,
    total: (net + vat) as Cents,
    remaining: isOwed ? remainingOn(document).toPay : undefined,
    dueAt: isOwed ? dueAt : undefined,
    validUntilAt: isEstimate(document) ? validUntilAt : undefined,
    bank: document.content.bank,
    url: linkToCome(publicUrl),
    colours: theme.colours,
    ...{ emittedAt, zone, now: facts.now },
  };
  return letterOf(type, written, locale);
}
