import {
  type BillingDocument,
  hasLines,
  isAdvance,
  isClaim,
  isCreditNote,
  isEstimate,
} from '../domain/billing/document/document.ts';
import { isGoods } from '../domain/billing/document/turnover-category.ts';
import { civilDayOf } from '../domain/time/civil-day.ts';
import type { Labelled } from './printed.ts';
import type { Printing } from './printing.ts';

/** What stands beside the number: days, terms, what the document follows from. */
export function printedFacts(printing: Printing): Labelled[] {
  const { document, dates, words, written, zone } = printing;
  const { timeline } = document.content;
  const day = (at: number): string => written.day(civilDayOf(at, zone));
  return [
    { label: words.issuedOn, value: written.day(dates.emittedOn) },
    isEstimate(document) &&
      dates.validUntilAt !== undefined && { label: words.validUntil, value: day(dates.validUntilAt) },
    timeline.deliveryAt !== undefined && { label: words.deliveredOn, value: day(timeline.deliveryAt) },
    !isCreditNote(document) && { label: words.terms, value: words.delays[timeline.paymentDelay] },
    isClaim(document) && dates.dueAt !== undefined && { label: words.dueOn, value: day(dates.dueAt) },
    ...followed(printing),
    natureOf(printing),
  ].filter((fact): fact is Labelled => Boolean(fact));
}

/** A credit note names what it corrects by number and day (CGI art. 289, I 5), a bill the estimate it follows from. */
function followed({ document, facts: { parent }, words, written, zone }: Printing): (Labelled | false)[] {
  const day = (at: number): string => written.day(civilDayOf(at, zone));
  if (isCreditNote(document)) {
    const own = document.content.references.map(({ number, date }) => words.correctsOn(number, day(date)));
    const { sealed } = parent ?? {};
    const says = parent && isAdvance(parent) ? words.correctsAdvanceOn : words.correctsOn;
    const corrected = sealed ? [says(sealed.number, day(sealed.emittedAt))] : own;
    return corrected.map((value) => ({ label: words.corrects, value }));
  }
  if (!parent?.sealed || !isEstimate(parent)) return [];
  // An advance always says what it is an advance on; an invoice where the account wants it said.
  if (!isAdvance(document) && !document.content.display.estimateNumber) return [];
  return [
    {
      label: words.followsFrom[parent.kind],
      value: words.numberAndDate(parent.sealed.number, day(parent.sealed.emittedAt)),
    },
  ];
}

/** Goods, services or both (CGI ann. II art. 242 nonies A, as of décret 2022-1299): between professionals, or where wanted. */
function natureOf({ document, facts: { parent }, professional, words }: Printing): Labelled | false {
  if (isEstimate(document) || !(professional || document.content.display.requiredMentionsProduct)) return false;
  const lines = linesOf(document) ?? (parent && linesOf(parent)) ?? [];
  const sold = lines.filter(({ type }) => type !== 'disbursement');
  if (sold.length === 0) return false;
  const goods = sold.filter(isGoods).length;
  const nature = goods === 0 ? 'services' : goods === sold.length ? 'goods' : 'both';
  return { label: words.nature, value: words.natures[nature] };
}

const linesOf = (document: BillingDocument) => (hasLines(document) ? document.content.lines : undefined);
