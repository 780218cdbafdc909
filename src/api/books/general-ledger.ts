import * as z from 'zod';
import { ACCOUNT_NUMBER_MAX } from '../../domain/books/accounting/chart-of-accounts.ts';
import type { NumberedEntry } from '../../domain/books/accounting/entry-file.ts';
import { TrialBalance } from '../../domain/books/accounting/trial-balance.ts';
import { operation } from '../../pipeline/operation.ts';
import {
  accountSumToJson,
  LedgerLinesJson,
  ledgerLines,
  ledgerPlace,
  TrialBalanceJson,
} from '../../schemas/books/accounting.ts';
import { periodOfBook } from '../../schemas/books/receipts-book.ts';
import { filledText } from '../../schemas/fields/text.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import { listing } from '../../schemas/lists/list-query.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import { nameOfEntryFile } from '../../services/books/entry-files.ts';
import { lettererOf } from '../../services/books/letter-entries.ts';
import { openedEvents, openedLedgerTooLong } from '../../services/books/opened-ledger.ts';
import { beginOfLedger, hasPurchases, type LedgerPlace, ledgerAsked } from '../../services/books/read-entries.ts';

const about = {
  chapter: 'Books',
  scope: 'billing:read',
  path: z.object({}),
  body: z.object({}),
  success: 200,
  limiter: 'exports',
  refusals: ['period_inverted', 'accounting_period_too_long'],
} as const;

export const getTrialBalance = operation({
  ...about,
  name: 'get-trial-balance',
  summary: 'The trial balance of a period: debits, credits and balance of each account.',
  description:
    'A year begins with the balances carried over from the years before; other periods have their movements only. Accounts are those of the chart of accounts (plan comptable général); amounts are in euros.',
  routes: ['GET /v2/books/trial-balance'],
  query: z.object(periodOfBook),
  output: TrialBalanceJson,
  tool: {
    name: 'get-trial-balance',
    description:
      'The trial balance of a period: debits, credits and balance of each account. A year begins with opening balances.',
    ...answeredAs('trialBalance', TrialBalanceJson),
  },
  async run(context, asked) {
    const ledger = await ledgerAsked(context, asked);
    if ('refused' in ledger) return ledger;
    const { tx } = context;
    const tooLong = await openedLedgerTooLong(tx, ledger);
    if (tooLong) return tooLong;
    const balance = new TrialBalance();
    let withoutRate = 0;
    for await (const events of openedEvents(tx, ledger))
      for (const { entries, lacksRate } of events) {
        if (lacksRate) withoutRate += 1;
        for (const entry of entries) balance.add(entry);
      }
    return {
      body: {
        ...{ from: ledger.from, to: ledger.to, basis: ledger.chart.basis },
        ...{ accounts: balance.rows().map(accountSumToJson), total: balance.total(), entries: balance.entries },
        ...{ hasPurchases: await hasPurchases(tx, ledger), fileName: await nameOfEntryFile(tx, ledger), withoutRate },
      },
    };
  },
});

const BALANCE_MAX = Number.MAX_SAFE_INTEGER;

export const listLedgerLines = operation({
  ...about,
  name: 'list-ledger-lines',
  summary: 'Lists the lines of one account in a period (general ledger), by day, with the balance after each.',
  description:
    'A financial year begins with the balances carried over, journal AN. In other periods the balance starts at 0.',
  routes: ['GET /v2/books/ledger'],
  query: z.object({
    ...periodOfBook,
    account: filledText(ACCOUNT_NUMBER_MAX).meta({ description: 'The number of the account.', example: '411' }),
    limit: listing.limit,
    cursor: cursor(z.object({ place: ledgerPlace, balance: z.int().min(-BALANCE_MAX).max(BALANCE_MAX) }))
      .optional()
      .meta({
        example: writeCursor({ place: { numbers: { AN: 1, VE: 12, BQ: 9, CA: 0, AC: 0, OD: 0 } }, balance: 120_000 }),
      }),
  }),
  output: LedgerLinesJson,
  async run(context, { account, limit, cursor: after, ...asked }) {
    const ledger = await ledgerAsked(context, asked);
    if ('refused' in ledger) return ledger;
    const { tx, test } = context;
    const tooLong = await openedLedgerTooLong(tx, ledger);
    if (tooLong) return tooLong;
    const page: NumberedEntry[] = [];
    const begin = after?.balance ?? 0;
    let lines = 0;
    let balance = begin;
    let last: LedgerPlace = after?.place ?? beginOfLedger;
    let nextCursor: string | undefined;
    read: for await (const events of openedEvents(tx, ledger, last))
      for (const { entries, place } of events) {
        const found = entries.filter((entry) => entry.lines.some((line) => line.account.number === account));
        const moved = found.flatMap((entry) => entry.lines).filter((line) => line.account.number === account);
        // Lines of one event are on one page, so the balance before it is that of the page.
        if (lines > 0 && lines + moved.length > limit) {
          nextCursor = writeCursor({ place: last, balance });
          break read;
        }
        page.push(...found);
        lines += moved.length;
        balance += moved.reduce((all, { amount }) => all + amount, 0);
        last = place;
      }
    const letter = await lettererOf(tx, ledger);
    const docs = ledgerLines(await letter(page), { account, balance: begin });
    return { body: { from: ledger.from, to: ledger.to, account, docs, ...(nextCursor && { nextCursor }), test } };
  },
});
