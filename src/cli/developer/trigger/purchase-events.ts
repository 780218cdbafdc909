import { correctPurchaseLine, recordPurchaseByHand } from '../../../api/books/purchases.ts';
import { createRecurringPurchase, updateRecurringPurchase } from '../../../api/books/recurring-purchases.ts';
import type { RecurringPurchaseEventName } from '../../../schemas/events/event-type.ts';
import type { Act, EventTrigger, WithId } from './event-trigger.ts';

/** 12.00, on a day that is past whatever the clock of the account. */
const PAPER = {
  ...{ paidOn: '2025-01-02', supplierName: 'Essai de facturier trigger', nature: 'supplies', amount: 1_200 },
  method: 'transfer',
};

/** Triggers the event of a new purchase, or of its correction; its lines stay in the register. */
export const purchaseTrigger = (isCorrection: boolean): EventTrigger => ({
  takes: recordPurchaseByHand,
  assignsNumbers: true,
  act: async ({ ask, made }) => {
    const { id } = await ask<WithId>(recordPurchaseByHand, { body: PAPER });
    made('purchase', id);
    if (!isCorrection) return id;
    const { counterEntry } = await ask<{ counterEntry: WithId }>(correctPurchaseLine, { path: { id } });
    made('purchase', counterEntry.id);
    return counterEntry.id;
  },
});

/** Its first day is so far away that it records nothing before it is ended. */
const RENT = {
  ...{ supplierName: 'Essai de facturier trigger', nature: 'other', amount: 60_000, method: 'direct_debit' },
  ...{ every: 'year', from: '2099-01-01' },
};

/** The changes after which each event of a recurring purchase happens. */
const changes: Readonly<Record<RecurringPurchaseEventName, readonly Readonly<Record<string, unknown>>[]>> = {
  created: [],
  updated: [{ amount: 65_000 }],
  paused: [{ state: 'paused' }],
  resumed: [{ state: 'paused' }, { state: 'active' }],
  ended: [{ state: 'ended' }],
};

/** Triggers an event of a new recurring purchase. */
export const recurringPurchaseTrigger = (happening: RecurringPurchaseEventName): EventTrigger => ({
  takes: createRecurringPurchase,
  act: async ({ ask, made }: Act) => {
    const { id } = await ask<WithId>(createRecurringPurchase, { body: RENT });
    made('recurring_purchase', id);
    for (const body of changes[happening]) await ask(updateRecurringPurchase, { path: { id }, body });
    return id;
  },
});
