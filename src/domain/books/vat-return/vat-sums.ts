import { type Cents, cents } from '../../money/cents.ts';
import type { CivilDay } from '../../time/civil-day.ts';
import type { LeftOutReason, UnionStatement, VatBox, VatEntry, VatPiece } from './vat-entry.ts';

/** The sum of a box at a rate: cents of euros, and how many pieces are in it. */
export type VatSum = {
  readonly box: VatBox;
  readonly rate: number;
  readonly base: Cents;
  readonly tax: Cents;
  readonly count: number;
};

/**
 * A line of a statement to customs: sales of a month to one customer of the Union, in cents of
 * euros. Without a VAT number, it cannot be declared.
 */
export type StatementLine = {
  readonly statement: UnionStatement;
  /** The first day of the month. */
  readonly month: CivilDay;
  readonly vatNumber?: string;
  readonly name?: string;
  readonly amount: Cents;
};

/** The sums of a period, which grow while its pieces are read. */
export class VatSums {
  readonly #boxes = new Map<string, VatSum>();
  readonly #left = new Map<LeftOutReason, { net: number; count: number }>();
  readonly #statements = new Map<string, StatementLine>();
  #withoutRate = 0;

  add(piece: VatPiece): void {
    for (const entry of piece.entries) {
      this.#addEntry(entry);
      if (entry.statement) this.#state(piece, entry, entry.statement);
    }
    for (const { why, net } of piece.left) {
      const known = this.#left.get(why) ?? { net: 0, count: 0 };
      this.#left.set(why, { net: known.net + net, count: known.count + 1 });
    }
    if (piece.lacksRate) this.#withoutRate += 1;
  }

  #addEntry({ box, rate, base, tax }: VatEntry): void {
    const name = `${box} ${rate}`;
    const known = this.#boxes.get(name) ?? { box, rate, base: cents(0), tax: cents(0), count: 0 };
    this.#boxes.set(name, {
      ...known,
      base: cents(known.base + base),
      tax: cents(known.tax + tax),
      count: known.count + 1,
    });
  }

  #state({ on, vatNumber, name }: VatPiece, { base }: VatEntry, statement: UnionStatement): void {
    const month = `${on.slice(0, 7)}-01`;
    const key = `${statement} ${month} ${vatNumber ?? ` ${name ?? ''}`}`;
    const known = this.#statements.get(key);
    const amount = cents((known?.amount ?? 0) + base);
    this.#statements.set(key, {
      ...{ statement, month, amount },
      ...(vatNumber !== undefined && { vatNumber }),
      ...(name !== undefined && { name }),
    });
  }

  get boxes(): readonly VatSum[] {
    return [...this.#boxes.values()];
  }

  /** Amounts that belong on no line, by reason: cents of euros without tax. */
  get left(): { readonly why: LeftOutReason; readonly net: Cents; readonly count: number }[] {
    return [...this.#left].map(([why, { net, count }]) => ({ why, net: cents(net), count }));
  }

  /** The lines of a statement to customs by month, then by VAT number, without zero amounts. */
  statements(statement: UnionStatement): StatementLine[] {
    const keyOf = ({ month, vatNumber, name }: StatementLine) => `${month} ${vatNumber ?? ''} ${name ?? ''}`;
    return [...this.#statements.values()]
      .filter((line) => line.statement === statement && line.amount !== 0)
      .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  }

  /** Pieces whose amount in euros is not known. */
  get withoutRate(): number {
    return this.#withoutRate;
  }
}
