import type { AccountingEntry } from '../../db/account/accounting-entries.ts';
import { type Booked, type Figures, figuresOf, plusFigures } from '../../domain/account/closure/figures.ts';

/** What was billed or received and is in no closure yet. */
export type UnclosedEntries = {
  /** The first bill or payment; undefined where there is none. */
  first: () => Promise<AccountingEntry | undefined>;
  /** Takes everything recorded before `end` (Unix seconds) and adds it up; the first is always taken. */
  takeUntil: (end: number) => Promise<{ figures: Figures; lastSeq: number }>;
};

/** Entries that are held before they are added up. */
const ENTRIES_AT_ONCE = 500;

/** Reads open books link by link, in constant memory. */
export function unclosedEntries(links: AsyncGenerator<AccountingEntry>): UnclosedEntries {
  let ahead: AccountingEntry | undefined;
  const look = async (): Promise<AccountingEntry | undefined> => {
    ahead ??= (await links.next()).value ?? undefined;
    // Whatever were closed over it would be wrong for ever.
    if (ahead?.isLost) throw new Error(`what link ${ahead.seq} is about is gone: see facturier verify`);
    return ahead;
  };
  return {
    first: async () => {
      for (let link = await look(); link && !link.booked; link = await look()) ahead = undefined;
      return ahead;
    },
    takeUntil: async (end) => {
      let figures: Figures = {};
      let entries: Booked[] = [];
      let lastSeq = 0;
      // The cut is the first link of a later moment: none is counted twice, and none is left out, whatever a clock did.
      for (let link = await look(); link && (lastSeq === 0 || link.at < end); link = await look()) {
        if (link.booked) entries.push(link.booked);
        if (entries.length === ENTRIES_AT_ONCE) {
          figures = plusFigures(figures, figuresOf(entries));
          entries = [];
        }
        lastSeq = link.seq;
        ahead = undefined;
      }
      return { figures: plusFigures(figures, figuresOf(entries)), lastSeq };
    },
  };
}
