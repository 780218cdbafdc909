import { createHash } from 'node:crypto';
import { canonicalJson } from '../../audit/canonical-json.ts';
import { closedReceiptsAfter } from '../../db/books/closings.ts';
import type { BookPlace } from '../../db/books/recorded-receipts.ts';
import type { Reading } from '../../db/transaction.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { beginOfDay } from './book-movements.ts';
import { eachTrip } from './mileage-files.ts';
import { eachPurchase } from './purchase-files.ts';

/** Frozen lines read per batch: bounds the memory. */
const LINES_BATCH = 1_000;

/** The days of a closing, both included. */
type Closed = { readonly from: CivilDay; readonly to: CivilDay };

/**
 * The frozen lines of the receipts book as a closing hashes them: canonical JSON, a line each,
 * batch by batch.
 */
export async function* closedReceiptTexts(tx: Reading, { from, to }: Closed): AsyncGenerator<readonly string[]> {
  for (let place: BookPlace = beginOfDay(from); ; ) {
    const lines = await closedReceiptsAfter(tx, { test: tx.test, from, to }, { place, limit: LINES_BATCH });
    yield lines.map(({ text }) => `${text}\n`);
    const last = lines.at(-1);
    if (!last || lines.length < LINES_BATCH) return;
    place = last;
  }
}

/**
 * The same for the register of purchases. It changes by new lines alone, so its lines are read
 * where they are.
 */
export async function* closedPurchaseTexts(tx: Reading, span: Closed): AsyncGenerator<readonly string[]> {
  // Whether a line was taken back is stated by the counter-entry. A line without VAT by rate has
  // the text it had before there were rates.
  for await (const lines of eachPurchase(tx, span))
    yield lines.map(
      ({ isCorrected: _, vat, ...line }) => `${canonicalJson(vat.length === 0 ? line : { ...line, vat })}\n`,
    );
}

/**
 * The same for the mileage log. How a year is used is fixed once one of its trips is closed, so it
 * is hashed too.
 */
export async function* closedTripTexts(tx: Reading, span: Closed): AsyncGenerator<readonly string[]> {
  for await (const lines of eachTrip(tx, span))
    yield lines.map(({ isCorrected: _, vehicleName: __, ...line }) => `${canonicalJson(line)}\n`);
}

/** How many lines there are, and the SHA-256 of all of them in hexadecimal. */
export async function digestOfLines(
  texts: AsyncIterable<readonly string[]>,
): Promise<{ readonly count: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const some of texts) {
    for (const text of some) hash.update(text);
    count += some.length;
  }
  return { count, sha256: hash.digest('hex') };
}
