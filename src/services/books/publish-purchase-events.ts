import type { Purchase } from '../../domain/books/purchase.ts';
import type { RecurringPurchase } from '../../domain/books/recurring-purchase.ts';
import { purchaseToJson } from '../../schemas/books/purchase.ts';
import { recurringPurchaseToJson } from '../../schemas/books/recurring-purchase.ts';
import type { RecurringPurchaseEventName } from '../../schemas/events/event-type.ts';
import type { Context } from '../context.ts';
import { type NewEvent, publishEvent, publishEvents } from '../events/publish-event.ts';

type Here = Pick<Context, 'tx' | 'now' | 'newId'>;

/**
 * Publishes the lines that a transaction adds to the register of purchases, in order: a
 * counter-entry with what stands for its line, and every other line as a recorded purchase.
 */
export function publishPurchases(context: Here, lines: readonly Purchase[]): void {
  const { test } = context.tx;
  const corrected = new Set(lines.map(({ correctsId }) => correctsId));
  const isReplacement = ({ replacesId }: Purchase): boolean => replacesId !== undefined && corrected.has(replacesId);
  const replacements = new Map(lines.filter(isReplacement).map((line) => [line.replacesId, line]));
  const jsonOf = (line: Purchase) => purchaseToJson({ ...line, isCorrected: false }, test);
  const eventOf = (line: Purchase): NewEvent => {
    const { id, correctsId } = line;
    if (correctsId === undefined)
      return { type: 'purchase.recorded', subjectId: id, test, members: { purchase: jsonOf(line) } };
    const replacement = replacements.get(correctsId);
    const members = { purchase: jsonOf(line), ...(replacement && { replacement: jsonOf(replacement) }) };
    return { type: 'purchase.corrected', subjectId: correctsId, test, members };
  };
  publishEvents(context, lines.filter((line) => !isReplacement(line)).map(eventOf));
}

/** Publishes what happened to a recurring purchase, with the purchase as in API responses. */
export const publishRecurringPurchase = (
  context: Here,
  eventName: RecurringPurchaseEventName,
  recurring: RecurringPurchase,
): void => {
  const { test } = context.tx;
  publishEvent(
    context,
    { type: `recurring_purchase.${eventName}`, subjectId: recurring.id, test },
    { recurringPurchase: recurringPurchaseToJson(recurring, test) },
  );
};
