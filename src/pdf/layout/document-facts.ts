import { type Estimate, isAdvance, isClaim, isCreditNote, isEstimate } from '../../domain/billing/document/document.ts';
import { textsThat } from '../../domain/billing/document/document-texts.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import type { Words } from '../locales/fr.ts';
import { cancellationFact, isCanceled } from './cancellation.ts';
import { dueAtIssue } from './due-at-issue.ts';
import { isTaxed } from './is-taxed.ts';
import type { LayoutContext } from './layout-context.ts';
import type { Labelled } from './printed-document.ts';

/** The facts beside the number, the most important day first: days, terms, related documents. */
export function printedFacts(printing: LayoutContext): Labelled[] {
  const { document, dates, words, written, zone } = printing;
  const { timeline } = document.content;
  const day = (at: number): string => written.day(civilDayOf(at, zone));
  const isOwed = isClaim(document) && !isCanceled(document);
  const offered = isEstimate(document);
  return [
    isOwed &&
      dueAtIssue(document) !== 0 &&
      dates.dueAt !== undefined && { label: words.dueOn, value: day(dates.dueAt) },
    cancellationFact(printing),
    offered && dates.validUntilAt !== undefined && { label: words.validUntil, value: day(dates.validUntilAt) },
    { label: words.issuedOn, value: written.day(dates.emittedOn) },
    timeline.deliveryAt !== undefined && {
      label: offered ? startOf(document, words) : words.deliveredOn,
      value: day(timeline.deliveryAt),
    },
    offered && durationOf(document, printing),
    ...labelledTexts(printing),
    ...followed(printing),
    offered && feeOf(document, printing),
  ].filter((fact): fact is Labelled => Boolean(fact));
}

/** The texts printed with a label, such as the number of the customer's order. */
const labelledTexts = ({ document, locale }: LayoutContext): Labelled[] =>
  textsThat(document.content, ({ printed }) => typeof printed === 'object').flatMap(({ row, text }) =>
    typeof row.printed === 'object' ? [{ label: row.printed[locale], value: text }] : [],
  );

/** The planned day is the start if there is a duration. */
const startOf = ({ content: { duration } }: Estimate, words: Words): string =>
  duration === undefined ? words.plannedFor : words.plannedStart;

/** The duration of the work (C. conso. art. L111-1, 3°). */
function durationOf({ content: { duration } }: Estimate, { words, written }: LayoutContext): Labelled | false {
  if (duration === undefined) return false;
  const unit = words.units[duration.unit][written.isOne(duration.value) ? 0 : 1];
  return { label: words.plannedDuration, value: `${written.quantity(duration.value)}\u00a0${unit}` };
}

/** The price of the estimate; for consumers also if it is free (arrêté of 24 January 2017). */
function feeOf(document: Estimate, { words, written, professional }: LayoutContext): Labelled | false {
  const { fee } = document.content;
  if (fee === undefined)
    return document.kind === 'estimate' && !professional && { label: words.estimateFee, value: words.free };
  const amount = written.money(fee.amount);
  const price = isTaxed(document) ? words.withTax(amount) : amount;
  return { label: words.estimateFee, value: fee.isDeducted ? `${price}, ${words.feeDeducted}` : price };
}

/**
 * A credit note states the corrected document by number and day (CGI art. 289, I 5), a bill its
 * estimate.
 */
function followed({ document, facts: { parent }, words, written, zone }: LayoutContext): (Labelled | false)[] {
  const day = (at: number): string => written.day(civilDayOf(at, zone));
  if (isCreditNote(document)) {
    const own = document.content.references.map(({ number, date }) => words.correctsOn(number, day(date)));
    const { sealed } = parent ?? {};
    const says = parent && isAdvance(parent) ? words.correctsAdvanceOn : words.correctsOn;
    const corrected = sealed ? [says(sealed.number, day(sealed.emittedAt))] : own;
    return corrected.map((value) => ({ label: words.corrects, value }));
  }
  if (!parent?.sealed || !isEstimate(parent)) return [];
  // An advance always names its estimate; an invoice only if the account chose so.
  if (!isAdvance(document) && !document.content.display.estimateNumber) return [];
  return [
    {
      label: words.followsFrom[parent.kind],
      value: words.numberAndDate(parent.sealed.number, day(parent.sealed.emittedAt)),
    },
  ];
}
