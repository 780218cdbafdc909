import type { AccountingEntry } from '../../db/account/accounting-entries.ts';
import { type Booked, type Figures, figuresOf, plusFigures } from '../../domain/account/closure/figures.ts';

/** Billing and receipts that are in no closure yet. */
export type UnclosedEntries = {
  /** The first bill or payment; undefined if there is none. */
  first: () => Promise<AccountingEntry | undefined>;
  /**
   * Takes everything recorded before `end` (Unix seconds) and sums it; always takes at least the
   * first.
   */
  takeUntil: (end: number) => Promise<{ figures: Figures; lastSeq: number }>;
};

/** Entries buffered before they are summed. */
const ENTRIES_AT_ONCE = 500;

/** Reads open books entry by entry, in constant memory. */
export function unclosedEntries(links: AsyncGenerator<AccountingEntry>): UnclosedEntries {
  let ahead: AccountingEntry | undefined;
  const look = async (): Promise<AccountingEntry | undefined> => {
    ahead ??= (await links.next()).value ?? undefined;
    // Stop: a closure that leaves out the missing document or payment would stay wrong, because
    // closures never change.
    if (ahead?.isLost) throw new Error(`the subject of entry ${ahead.seq} is missing: run facturier verify`);
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
      // Cuts at the first later entry, so that none is counted twice or left out, whatever the
      // clock did.
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
