import * as z from 'zod';
import {
  ACCOUNT_LABEL_MAX,
  ACCOUNT_NUMBER_MAX,
  accountingBases,
  accountRoles,
  accountsOf,
  type ChartOfAccounts,
  defaultAccount,
} from '../../domain/books/accounting/chart-of-accounts.ts';
import { journals } from '../../domain/books/accounting/entry.ts';
import { entryNumber, type NumberedEntry } from '../../domain/books/accounting/entry-file.ts';
import type { AccountSum } from '../../domain/books/accounting/trial-balance.ts';
import { cents } from '../../domain/money/cents.ts';
import { worded } from '../fields/enum-schema.ts';
import { CurrencyCodeJson } from '../fields/enumerations.ts';
import { filledText } from '../fields/text.ts';
import { isTest } from '../lists/list-query.ts';
import { tripPlace } from './mileage.ts';
import { purchasePlace } from './purchase-place.ts';

const euros = (what: string) => z.int().meta({ description: `Cents of euros: ${what}` });
const dayJson = (what: string) => z.string().meta({ format: 'date', description: what });
const accountNumber = z.string().meta({ description: 'The number of the account.', example: '411' });
const auxiliaryOf = {
  auxiliary: z.string().optional().meta({ description: 'The account of the customer or supplier.' }),
  auxiliaryName: z.string().optional(),
};
const debit = euros('the debit; 0 on a line with a credit.');
const credit = euros('the credit; 0 on a line with a debit.');
const letterOf = {
  letter: z.string().optional().meta({
    description:
      'Lettering: the number of the document whose debt is settled on the last day of the period. Absent while the debt is open.',
    example: 'F-2026-0001',
  }),
  letteredOn: dayJson('The day of the last line with this letter.').optional(),
};
const ofEntry = {
  number: z.string().meta({
    description: 'The journal and its number: from 1 on the first day of the period, without gaps.',
    example: 'VE-12',
  }),
  journal: z.enum(journals).meta({
    description: '`AN` opening balances, `VE` sales, `BQ` bank, `CA` cash, `AC` purchases, `OD` other operations.',
  }),
  on: dayJson('The day of the entry.'),
  piece: z.string().meta({ description: 'The number of the document behind it.' }),
  label: z.string(),
  billingId: z.string().optional(),
  purchaseId: z.string().optional(),
  tripId: z.string().optional().meta({ description: 'The line of the mileage log.' }),
};

const EntryLineJson = z
  .object({
    account: accountNumber,
    accountLabel: z.string(),
    ...auxiliaryOf,
    ...{ debit, credit },
    ...letterOf,
    foreignAmount: z.int().optional().meta({ description: 'Cents of `currency`, without a sign.' }),
  })
  .meta({ id: 'AccountingEntryLine' });

const AccountingEntryJson = z
  .object({
    ...ofEntry,
    currency: CurrencyCodeJson.optional().meta({ description: 'Only if it is not the euro.' }),
    lines: z.array(EntryLineJson).meta({ description: 'Debits and credits are equal.' }),
    test: isTest,
  })
  .meta({ id: 'AccountingEntry' });

type EntryJson = z.input<typeof AccountingEntryJson>;

const ofEntryToJson = (entry: NumberedEntry): Pick<EntryJson, keyof typeof ofEntry> => ({
  ...{ number: entryNumber(entry), journal: entry.journal, on: entry.on, piece: entry.piece, label: entry.label },
  ...(entry.documentId !== undefined && { billingId: entry.documentId }),
  ...(entry.purchaseId !== undefined && { purchaseId: entry.purchaseId }),
  ...(entry.tripId !== undefined && { tripId: entry.tripId }),
});

const amountsOf = ({ account, auxiliary, amount, letter }: NumberedEntry['lines'][number]) => ({
  ...{ account: account.number, accountLabel: account.label },
  ...(auxiliary && { auxiliary: auxiliary.number, auxiliaryName: auxiliary.name }),
  ...{ debit: Math.max(0, amount), credit: Math.max(0, -amount) },
  ...(letter && { letter: letter.code, letteredOn: letter.on }),
});

/** The JSON of an entry. */
export const entryToJson = (entry: NumberedEntry, test: boolean): EntryJson => ({
  ...ofEntryToJson(entry),
  ...(entry.currency !== undefined && { currency: entry.currency as EntryJson['currency'] }),
  lines: entry.lines.map((line) => ({
    ...amountsOf(line),
    ...(line.foreign !== undefined && { foreignAmount: Math.abs(line.foreign) }),
  })),
  test,
});

const period = { from: dayJson('The first day.'), to: dayJson('The last day.') };
const nextCursor = z.string().optional().meta({ description: 'The cursor of the next page; absent on the last.' });

/** A page of entries has no total: reading all entries would be needed to count them. */
export const AccountingEntriesJson = z
  .object({ ...period, docs: z.array(AccountingEntryJson), nextCursor })
  .meta({ id: 'AccountingEntries' });

const LedgerLineJson = z
  .object({
    ...ofEntry,
    ...auxiliaryOf,
    ...{ debit, credit },
    ...letterOf,
    balance: euros('debits minus credits of the account since the first day, this line included.'),
  })
  .meta({ id: 'LedgerLine' });

export const LedgerLinesJson = z
  .object({
    ...period,
    account: accountNumber,
    docs: z.array(LedgerLineJson),
    nextCursor,
    test: isTest,
  })
  .meta({ id: 'LedgerLines' });

/** The lines of entries on one account, with the balance after each. */
export function ledgerLines(
  entries: readonly NumberedEntry[],
  { account, balance }: { readonly account: string; readonly balance: number },
): z.input<typeof LedgerLineJson>[] {
  let running = balance;
  return entries.flatMap((entry) =>
    entry.lines
      .filter((line) => line.account.number === account)
      .map((line) => {
        running += line.amount;
        const { account: _, accountLabel: __, ...amounts } = amountsOf(line);
        return { ...ofEntryToJson(entry), ...amounts, balance: running };
      }),
  );
}

const AccountSumJson = z
  .object({
    account: accountNumber,
    label: z.string(),
    debit: euros('all debits of the period.'),
    credit: euros('all credits of the period.'),
    balance: euros('debits minus credits.'),
  })
  .meta({ id: 'AccountSum' });

export const TrialBalanceJson = z
  .object({
    ...period,
    basis: z.enum(accountingBases).meta({ description: '`invoices` or `payments`: when sales are booked.' }),
    accounts: z.array(AccountSumJson).meta({ description: 'Accounts with a line, by number.' }),
    total: euros('all debits; all credits are the same.'),
    entries: z.int().meta({ description: 'Entries of the period.' }),
    hasPurchases: z.boolean().meta({ description: 'Whether purchases of the period are kept here.' }),
    fileName: z.string().meta({ description: 'The name of the file of entries.' }),
    withoutRate: z
      .int()
      .meta({ description: 'Documents and payments without entries: their currency has no known rate to the euro.' }),
  })
  .meta({ id: 'TrialBalance' });

export const accountSumToJson = ({ number, label, debit, credit }: AccountSum): z.input<typeof AccountSumJson> => ({
  ...{ account: number, label, debit, credit, balance: cents(debit - credit) },
});

const role = worded(accountRoles);
/** Accounts of a chart: one for each role. */
const CHOSEN_MAX = accountRoles.length;

export const ChartForm = z.object({
  basis: worded(accountingBases).meta({
    description:
      '`invoices`: sales are booked when invoiced, with what customers owe. `payments`: sales and purchases are booked when paid (professional services, CGI art. 93).',
  }),
  accounts: z
    .array(
      z
        .object({
          role: role.meta({ description: 'What the account is for.' }),
          number: filledText(ACCOUNT_NUMBER_MAX).meta({
            description: 'Three digits, then digits or capitals, within the class of the role.',
          }),
          label: filledText(ACCOUNT_LABEL_MAX),
        })
        .meta({ id: 'ChosenAccountForm' }),
    )
    .max(CHOSEN_MAX)
    .default([])
    .meta({ description: 'Only the accounts that differ from those by default; all others return to it.' }),
});

export const ChartJson = z
  .object({
    basis: z.enum(accountingBases),
    accounts: z.array(
      z
        .object({
          role: z.enum(accountRoles).meta({ description: 'What the account is for.' }),
          number: z.string(),
          label: z.string(),
          isChosen: z.boolean().meta({ description: 'Whether it differs from the account by default.' }),
          defaultNumber: z.string(),
          defaultLabel: z.string(),
        })
        .meta({ id: 'RoleAccount' }),
    ),
  })
  .meta({ id: 'ChartOfAccounts' });

/** The JSON of a chart: the account of every role. */
export function chartToJson(chart: ChartOfAccounts): z.input<typeof ChartJson> {
  const accounts = accountsOf(chart);
  const chosen = new Set(chart.chosen.map((each) => each.role));
  return {
    basis: chart.basis,
    accounts: accountRoles.map((each) => {
      const byDefault = defaultAccount(each);
      return {
        ...{ role: each, ...(accounts.get(each) ?? byDefault), isChosen: chosen.has(each) },
        ...{ defaultNumber: byDefault.number, defaultLabel: byDefault.label },
      };
    }),
  };
}

/** Letters of a series, the highest number of a document, and Unix seconds or before the first. */
const PREFIX_MAX = 20;
const COUNT_MAX = 2_147_483_647;
const ID_MAX = 60;
const onDay = z.iso.date().refine((said) => !said.startsWith('0000'));
const count = z.int().min(0).max(COUNT_MAX);

/** Where a page of entries starts. */
export const ledgerPlace = z.object({
  bill: z
    .object({ on: onDay, prefix: z.string().max(PREFIX_MAX), year: z.int().min(0).max(COUNT_MAX), counter: count })
    .optional(),
  money: z
    .object({
      on: onDay,
      at: z.int().min(-1).max(Number.MAX_SAFE_INTEGER),
      id: z
        .string()
        .max(ID_MAX)
        .regex(/^[0-9a-f-]*$/),
    })
    .optional(),
  purchase: purchasePlace.optional(),
  trip: tripPlace.optional(),
  opening: z.object({ on: onDay, number: count }).optional(),
  numbers: z.object({ AN: count.default(0), VE: count, BQ: count, CA: count, AC: count, OD: count }),
});
