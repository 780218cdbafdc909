import * as z from 'zod';
import {
  type FactsChange,
  type PurchaseSchedule,
  purchasePaces,
  type RecurringPurchase,
  recurringPurchaseStates,
  type ScheduleChange,
} from '../../domain/books/recurring-purchase.ts';
import { worded } from '../fields/enum-schema.ts';
import { day } from '../fields/timestamp.ts';
import { isTest } from '../lists/list-query.ts';
import { customFault } from '../validation/custom-check.ts';
import { PurchaseForm, PurchaseJson, purchaseFactsOf } from './purchase.ts';

const paces = Object.keys(purchasePaces) as [keyof typeof purchasePaces, ...(keyof typeof purchasePaces)[]];
const PACES = 'How often: `month`, `quarter` or `year`.';

export const recurringPurchaseForm = z
  .object({
    ...PurchaseForm.omit({ paidOn: true }).shape,
    every: worded(paces).meta({ description: PACES, example: 'month' }),
    from: day.meta({ description: 'The first day of payment: today or later.' }),
    until: day.optional().meta({ description: 'The last day; by default there is none.' }),
    onLastDay: z
      .boolean()
      .default(false)
      .meta({ description: 'On the last day of each month, whatever the day of `from`.', example: false }),
  })
  .refine(
    ({ from, until }) => until === undefined || until >= from,
    customFault({
      code: 'until_before_from',
      fr: 'Le dernier jour est avant le premier',
      en: 'The last day is before the first',
    }),
  )
  .meta({ id: 'RecurringPurchaseForm' });

export const scheduleOf = ({
  every,
  from,
  until,
  onLastDay,
}: z.output<typeof recurringPurchaseForm>): PurchaseSchedule => ({ every, from, until, onLastDay });

const { every, from, onLastDay, until, ...factsForm } = recurringPurchaseForm.shape;

export const recurringPurchaseChangeForm = z
  .object({
    state: worded(recurringPurchaseStates)
      .optional()
      .meta({ description: 'An ended one stays so. A resumed one leaves out the days of its pause.' }),
    ...z.object(factsForm).partial().shape,
    amount: factsForm.amount.optional().meta({
      description:
        'Cents of euros, tax included. State its VAT with it: without `vat` and `deductibleVat` no VAT is deductible.',
    }),
    every: every.optional(),
    from: day.optional().meta({
      description:
        'The first of the new days: today or later, and after the last recorded purchase. Without it days count from the first one, as before.',
    }),
    until: day.nullable().optional().meta({ description: 'The last day; `null`: there is none.' }),
    onLastDay: z.boolean().optional().meta({ description: 'On the last day of each month.', example: false }),
  })
  .refine(
    (change) => Object.values(change).some((value) => value !== undefined),
    customFault({
      code: 'change_missing',
      fr: 'Indiquez ce qui change',
      en: 'State what changes',
    }),
  )
  .meta({ id: 'RecurringPurchaseChange' });

type ChangeForm = z.output<typeof recurringPurchaseChangeForm>;

/** The days that a change states; undefined if it states none. */
export function scheduleChangeOf({ every, from, until, onLastDay }: ChangeForm): ScheduleChange | undefined {
  const change = { every, from, until, onLastDay };
  return Object.values(change).every((value) => value === undefined) ? undefined : change;
}

/** What each purchase states with a change; undefined if it changes none of that. */
export function factsChangeOf({
  state: _,
  every: __,
  from: ___,
  until: ____,
  onLastDay: _____,
  ...stated
}: ChangeForm): FactsChange | undefined {
  const { vat, deductibleVat, ...texts } = stated;
  const given = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
  const hasVat = stated.amount !== undefined || vat !== undefined || deductibleVat !== undefined;
  if (!hasVat && Object.keys(given).length === 0) return undefined;
  return (facts, { paidOn, deducts }) => {
    const { vat: rows, deductibleVat: deducted, ...before } = facts;
    const tax = hasVat ? { vat, deductibleVat } : { vat: [...rows], deductibleVat: deducted };
    const { paidOn: ______, ...after } = purchaseFactsOf({ ...before, ...given, ...tax, paidOn }, { deducts });
    return after;
  };
}

const { supplierName, nature, designation, amount, deductibleVat, vat, method, reference } = PurchaseJson.shape;

export const RecurringPurchaseJson = z
  .object({
    id: z.string(),
    ...{ supplierName, nature, designation, amount, deductibleVat, vat, method, reference },
    every: z.enum(paces).meta({ description: PACES }),
    from: z.string().meta({ format: 'date', description: 'The first day of payment.', example: '2026-04-05' }),
    until: z.string().optional().meta({ format: 'date', description: 'The last day.' }),
    onLastDay: z.boolean().meta({ description: 'On the last day of each month.' }),
    state: z.enum(recurringPurchaseStates),
    nextOn: z.string().optional().meta({ format: 'date', description: 'The day of the next purchase, while active.' }),
    pausedBecause: z.string().optional().meta({
      description: 'The refusal because of which it was paused automatically.',
      example: 'purchase_vat_disagrees',
    }),
    createdAt: z.int().meta({ description: 'Unix seconds.' }),
    test: isTest,
  })
  .meta({ id: 'RecurringPurchase' });

/** The JSON of a recurring purchase. */
export const recurringPurchaseToJson = (
  { facts, next, until, pausedBecause, ...recurring }: RecurringPurchase,
  test: boolean,
): z.input<typeof RecurringPurchaseJson> => {
  const { designation: said, reference: number, vat: rows, ...rest } = facts;
  return {
    ...recurring,
    ...rest,
    vat: [...rows],
    ...(said !== undefined && { designation: said }),
    ...(number !== undefined && { reference: number }),
    ...(until !== undefined && { until }),
    ...(next !== undefined && { nextOn: next }),
    ...(pausedBecause !== undefined && { pausedBecause }),
    test,
  };
};
