import * as z from 'zod';
import { recurringPurchases } from '../../db/books/recurring-purchases.ts';
import { RECURRING_PURCHASES_MAX } from '../../domain/books/recurring-purchase.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { operation } from '../../pipeline/operation.ts';
import { purchaseFactsOf } from '../../schemas/books/purchase.ts';
import {
  factsChangeOf,
  RecurringPurchaseJson,
  recurringPurchaseChangeForm,
  recurringPurchaseForm,
  recurringPurchaseToJson,
  scheduleChangeOf,
  scheduleOf,
} from '../../schemas/books/recurring-purchase.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { deductionOf } from '../../services/books/record-purchase.ts';
import { changeRecurringPurchase, startRecurringPurchase } from '../../services/books/recurring-purchases.ts';

const none = z.object({});
const about = { chapter: 'Books', query: none, path: none, body: none } as const;

export const createRecurringPurchase = operation({
  ...about,
  name: 'create-recurring-purchase',
  summary: 'Sets up a purchase that is recorded every month, quarter or year, such as a rent.',
  description: `From today on: the line is recorded at 06:00 of its day, once, also after an interruption. A day of a closed period is booked on the first open day. At most ${RECURRING_PURCHASES_MAX} that have not ended.`,
  routes: ['POST /v2/books/recurring-purchases'],
  scope: 'billing:write',
  body: recurringPurchaseForm,
  success: 201,
  output: RecurringPurchaseJson,
  refusals: [
    'recurring_purchase_without_day',
    'recurring_purchases_full',
    'purchase_to_come',
    'purchase_vat_exceeds',
    'purchase_vat_disagrees',
  ],
  example: {
    ...{ supplierName: 'Régie Martin', nature: 'other', designation: 'Loyer', amount: 60_000, method: 'direct_debit' },
    ...{ every: 'month', from: '2026-04-05' },
  },
  async run(context, form) {
    const { paidOn: _, ...facts } = purchaseFactsOf(
      { ...factsIn(form), paidOn: form.from },
      await deductionOf(context),
    );
    const started = await startRecurringPurchase(context, facts, scheduleOf(form));
    return isRefusal(started) ? started : { body: recurringPurchaseToJson(started, context.test) };
  },
});

const factsIn = ({
  every: _,
  from: __,
  until: ___,
  onLastDay: ____,
  ...facts
}: z.output<typeof recurringPurchaseForm>) => facts;

export const listRecurringPurchases = operation({
  ...about,
  name: 'list-recurring-purchases',
  summary: 'Lists recurring purchases, the newest first and ended ones last.',
  description: `At most ${RECURRING_PURCHASES_MAX * 2}.`,
  routes: ['GET /v2/books/recurring-purchases'],
  scope: 'billing:read',
  success: 200,
  output: z.object({ docs: z.array(RecurringPurchaseJson) }).meta({ id: 'RecurringPurchases' }),
  refusals: [],
  async run({ tx, test }) {
    const found = await recurringPurchases(tx, RECURRING_PURCHASES_MAX * 2);
    return { body: { docs: found.map((recurring) => recurringPurchaseToJson(recurring, test)) } };
  },
});

export const updateRecurringPurchase = operation({
  ...about,
  name: 'update-recurring-purchase',
  summary: 'Changes what a recurring purchase states or its days, pauses, resumes or ends it.',
  description:
    'What is left out stays as it is. Recorded purchases stay; one that is due already is recorded before the change.',
  routes: ['PATCH /v2/books/recurring-purchases/{recurringPurchaseId}'],
  scope: 'billing:write',
  path: z.object({ id: idOr('recurring_purchase_not_found') }),
  body: recurringPurchaseChangeForm,
  success: 200,
  output: RecurringPurchaseJson,
  refusals: [
    'recurring_purchase_not_found',
    'recurring_purchase_ended',
    'recurring_purchase_without_day',
    'purchase_to_come',
    'purchase_vat_exceeds',
    'purchase_vat_disagrees',
  ],
  example: { amount: 62_000, from: '2026-05-05' },
  async run(context, { id, ...form }) {
    const change = { state: form.state, schedule: scheduleChangeOf(form), facts: factsChangeOf(form) };
    const changed = await changeRecurringPurchase(context, id, change);
    return isRefusal(changed) ? changed : { body: recurringPurchaseToJson(changed, context.test) };
  },
});
