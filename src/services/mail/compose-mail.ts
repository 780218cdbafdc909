import {
  type BillingDocument,
  type Claim,
  type Finalized,
  isClaim,
  isCreditNote,
  isEstimate,
} from '../../domain/billing/document/document.ts';
import { datesOf } from '../../domain/billing/document/document-dates.ts';
import type { Facts } from '../../domain/billing/document/draft-context.ts';
import { kindRow } from '../../domain/billing/document/kind.ts';
import type { Locale } from '../../domain/billing/document/locale.ts';
import { partiesOf } from '../../domain/billing/document/parties.ts';
import { remainingOn } from '../../domain/billing/document/totals/document-figures.ts';
import { settlementOf, toRefundOf, withRefunds } from '../../domain/billing/document/totals/settlement.ts';
import { remindedOf } from '../../domain/billing/reminder/current-reminder.ts';
import { LUMP_SUM, penaltyToTheDay } from '../../domain/billing/reminder/late-penalty.ts';
import { dueDayOf } from '../../domain/billing/reminder/next-reminder.ts';
import { isProfessional } from '../../domain/customers/party.ts';
import type { MailType } from '../../domain/mail/mail.ts';
import type { Cents } from '../../domain/money/cents.ts';
import { stepOf } from '../../domain/money/currency.ts';
import { DOCUMENT_LINK_SECONDS } from '../../domain/portal/customer-link.ts';
import type { Refused } from '../../domain/refusal.ts';
import { withTypographicApostrophes } from '../../domain/text/typography.ts';
import type { Theme } from '../../domain/themes/theme.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import { totalOf } from '../../domain/vat/breakdown.ts';
import { documentMail, type Letter, type Pressed } from '../../mail/document-mail.ts';
import { escaped } from '../../mail/escape-html.ts';
import type { Context } from '../context.ts';
import { activeLink } from '../portal/customer-link.ts';
import { nameOf, signatureOf } from './sender.ts';

/**
 * The mail of a type about a document in its current state, by default in its own language, in the
 * colours of a theme. Its relatives show what was refunded.
 */
export function composeMail(
  type: MailType,
  { document, facts }: { document: BillingDocument; facts: Facts },
  {
    theme,
    publicUrl,
    locale = document.content.locale,
    relatives = [],
  }: { theme: Theme; publicUrl: string; locale?: Locale | undefined; relatives?: readonly BillingDocument[] },
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
    from: withTypographicApostrophes(nameOf(emitter, facts.settings)),
    signature: signatureOf(facts.settings),
    person: customer?.kind === 'contact' ? withTypographicApostrophes(customer.name) : undefined,
    currency: document.content.currency.code,
    total: (net + vat) as Cents,
    remaining: isOwed ? remainingOn(document).toPay : undefined,
    ...refundsOf(document, facts, relatives),
    dueAt: isOwed ? dueAt : undefined,
    validUntilAt: isEstimate(document) ? validUntilAt : undefined,
    bank: document.content.bank,
    pressed: isOwed && document.sealed ? pressedOf(document as Finalized<Claim>, facts) : undefined,
    url: placeholderLink(publicUrl),
    colours: theme.colours,
    ...{ emittedAt, zone, now: facts.now },
  };
  return documentMail(type, written, locale);
}

/** The refund owed to the customer. Past refunds are on the credit notes among the relatives. */
function refundsOf(document: BillingDocument, { parent }: Facts, relatives: readonly BillingDocument[]) {
  if (isCreditNote(document)) return { toRefund: toRefundOf(document, parent && withRefunds(parent, relatives)) };
  if (!isClaim(document)) return {};
  const { paid, refunded, toRefund } = settlementOf(withRefunds(document, relatives));
  return { isPaid: (document.state === 'paid' || paid > 0) && refunded === 0, toRefund };
}

/**
 * The dunning stage of a bill today; late penalties are only owed between businesses, if the bill
 * says so.
 */
function pressedOf(bill: Finalized<Claim>, { now, settings: { zone } }: Facts): Pressed {
  const times = remindedOf(bill).count;
  const { latePenalty, lumpSumCompensation } = bill.content.legals;
  const [dueOn, on] = [dueDayOf(bill, zone), civilDayOf(now, zone)];
  const { customer } = bill.sealed;
  if (!customer || !isProfessional(customer) || on <= dueOn) return { times };
  const late = { remaining: remainingOn(bill).toPay, dueOn, on, step: stepOf(bill.content.currency.code) };
  return {
    times,
    lumpSum: lumpSumCompensation?.value === 'forty_euros' ? LUMP_SUM : undefined,
    penalties: latePenalty ? (penaltyToTheDay(late, { term: latePenalty.value }) ?? 'running') : undefined,
  };
}

/** The target of links created when a mail is sent: a page that explains this. */
export const PATH_TO_COME = '/c/preview';

/** The link in a preview of a mail. Not everyone who may write a mail may open what it links to. */
const placeholderLink = (publicUrl: string): string => `${publicUrl}${PATH_TO_COME}`;

/**
 * Replaces placeholders with one customer link for reading the document; creates none if there are
 * no placeholders. `content` is sanitized HTML; the document must be finalized and locked.
 */
export async function withLink(context: Context, { id, test }: BillingDocument, content: string): Promise<string> {
  const toCome = `href="${escaped(placeholderLink(context.publicUrl))}"`;
  if (!content.includes(toCome)) return content;
  const endsAt = context.now + DOCUMENT_LINK_SECONDS;
  const { url } = await activeLink(context, { purpose: 'document', documentId: id, test, endsAt });
  return content.replaceAll(toCome, () => `href="${escaped(url)}"`);
}
