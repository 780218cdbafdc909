import * as z from 'zod';
import { FileAnswer } from '../../pipeline/file-answer.ts';
import { operation } from '../../pipeline/operation.ts';
import { AccountingEntriesJson, entryToJson, ledgerPlace } from '../../schemas/books/accounting.ts';
import { periodOfBook } from '../../schemas/books/receipts-book.ts';
import { worded } from '../../schemas/fields/enum-schema.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import { listing } from '../../schemas/lists/list-query.ts';
import {
  entryColumns,
  entryFileDescription,
  entryFilePart,
  entryFileText,
  nameOfEntryFile,
  shownLines,
} from '../../services/books/entry-files.ts';
import { lettererOf } from '../../services/books/letter-entries.ts';
import { historyTooLong, openedEventsAfter } from '../../services/books/opened-ledger.ts';
import { beginOfLedger, hasPurchases, type LedgerEvent, ledgerAsked } from '../../services/books/read-entries.ts';
import { csvPart, exportedPart, exportNoted, exportQuery } from '../../services/import-export/export-page.ts';

const about = {
  chapter: 'Books',
  scope: 'billing:read',
  path: z.object({}),
  body: z.object({}),
  success: 200,
} as const;

const example = writeCursor({ numbers: { AN: 1, VE: 12, BQ: 9, CA: 0, AC: 0, OD: 0 } });

export const listAccountingEntries = operation({
  ...about,
  name: 'list-accounting-entries',
  summary:
    'Lists the accounting entries of a period: opening balances, sales, bank, cash, purchases and other operations, by day.',
  description:
    'Each entry balances. Accounts are those of the chart of accounts (plan comptable général). Numbers start at 1 on the first day of the period, so ask for the whole financial year to get those of the file. Both entries of a purchase are on one page. A financial year begins with the balances carried over.',
  routes: ['GET /v2/books/entries'],
  query: z.object({ ...periodOfBook, limit: listing.limit, cursor: cursor(ledgerPlace).optional().meta({ example }) }),
  output: AccountingEntriesJson,
  refusals: ['period_inverted', 'accounting_period_too_long'],
  async run(context, { limit, cursor: after, ...asked }) {
    const ledger = await ledgerAsked(context, asked);
    if ('refused' in ledger) return ledger;
    const tooLong = after ? undefined : await historyTooLong(context.tx, ledger);
    if (tooLong) return tooLong;
    const events = await openedEventsAfter(context.tx, ledger, after ?? beginOfLedger, limit + 1);
    const shown = withinLimit(events, limit);
    const next = shown.length < events.length ? shown.at(-1)?.place : undefined;
    const letter = await lettererOf(context.tx, ledger);
    const entries = await letter(shown.flatMap((event) => event.entries));
    const docs = entries.map((entry) => entryToJson(entry, context.test));
    return { body: { from: ledger.from, to: ledger.to, docs, ...(next && { nextCursor: writeCursor(next) }) } };
  },
});

/** The events of a page: at least one, and no more entries than the limit after it. */
function withinLimit(events: readonly LedgerEvent[], limit: number): LedgerEvent[] {
  let entries = 0;
  const end = events.findIndex((event, place) => {
    entries += Math.max(1, event.entries.length);
    return place > 0 && entries > limit;
  });
  return end === -1 ? [...events] : events.slice(0, end);
}

const after = cursor(ledgerPlace).optional().meta({
  description: 'Where to continue: only the entries after it.',
  example,
});

export const downloadAccountingEntries = operation({
  ...about,
  name: 'download-accounting-entries',
  summary: 'Downloads the accounting entries of a period in the format of the tax office (FEC), or their description.',
  description:
    'A text file with the 18 fields of LPF art. A47 A-1, separated by tabs. It has the name of the law (`SIRENFECAAAAMMJJ.txt`) only if purchases of the period are kept here; otherwise its name says that it has sales and receipts, for an accountant to import. It is sent in parts and has no limit.',
  routes: ['GET /v2/books/entries/download'],
  query: z.object({
    ...periodOfBook,
    file: worded(['entries', 'description'])
      .default('entries')
      .meta({ description: '`description`: the text that explains the file, in French.' }),
    after,
  }),
  output: FileAnswer,
  answers: 'file',
  fileTypes: ['text/plain; charset=utf-8'],
  limiter: 'exports',
  refusals: ['period_inverted'],
  securityNote: ({ after: place }) => (place ? undefined : exportNoted('download-accounting-entries')),
  async run(context, { file, after: place, ...asked }) {
    const ledger = await ledgerAsked(context, asked);
    if ('refused' in ledger) return ledger;
    const { tx, realNow } = context;
    const name = await nameOfEntryFile(tx, ledger);
    const text = (content: string) => ({ mediaType: 'text/plain; charset=utf-8', bytes: Buffer.from(content) });
    if (file === 'description') {
      const described = entryFileDescription(ledger, { name, isWhole: await hasPurchases(tx, ledger) });
      return { body: { name: name.replace(/\.txt$/, '-description.txt'), ...text(described) } };
    }
    const part = await entryFilePart(tx, ledger, place ?? beginOfLedger);
    return {
      body: {
        ...{ name, ...text(entryFileText(part, ledger, place === undefined)) },
        ...(part.next && { next: writeCursor(part.next) }),
      },
      // Later parts may change while the first does not: it holds for this second.
      headers: { etag: `"${realNow}"` },
    };
  },
});

export const exportAccountingEntries = operation({
  ...about,
  name: 'export-accounting-entries',
  summary: 'Exports the lines of the accounting entries of a period as a CSV file.',
  routes: ['GET /v2/books/entries/export'],
  query: z.object({ ...periodOfBook, format: exportQuery.shape.format, after }),
  output: exportedPart,
  answers: 'csv',
  limiter: 'exports',
  refusals: ['period_inverted'],
  securityNote: () => exportNoted('export-accounting-entries'),
  async run(context, { format, after: place, ...asked }) {
    const ledger = await ledgerAsked(context, asked);
    if ('refused' in ledger) return ledger;
    const part = await entryFilePart(context.tx, ledger, place ?? beginOfLedger);
    return csvPart(shownLines(part.entries), {
      ...{ columns: entryColumns, fileName: `journaux-${ledger.from}-${ledger.to}.csv` },
      ...{ format, isFirst: !place, next: part.next && writeCursor(part.next) },
    });
  },
});
