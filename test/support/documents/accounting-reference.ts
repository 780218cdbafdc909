// An accountant's entries, written apart from the service: they are given every act and written by
// hand from the chart of accounts, with arithmetic of their own in whole cents.

/**
 * Amounts of a document under one VAT code, in cents. `goods` is the part of the net for goods,
 * `vat` the VAT stated by the document, `goodsOf` the net that `goods` is a part of, if it differs.
 */
export type Sold = { code: string; rate: number; net: bigint; goods: bigint; vat?: bigint; goodsOf?: bigint };
type Pair = readonly [net: bigint, vat: bigint];
type Bill = {
  sold: Sold[];
  whole: Pair[];
  due: Pair[];
  left: Pair[];
  /** What the customer owes in euros, by the entries. */
  owed: bigint;
  isAdvance: boolean;
  /** Euros per unit, as a fraction. */
  euroRate?: readonly [bigint, bigint] | undefined;
};
export type Habits = { onDebits: boolean; booksPayments: boolean };

/** Half away from zero. */
const rounded = (above: bigint, below: bigint): bigint => {
  const [a, b] = [above < 0n ? -above : above, below < 0n ? -below : below];
  const whole = (2n * a + b) / (2n * b);
  return above < 0n !== below < 0n ? -whole : whole;
};
const total = (all: readonly bigint[]): bigint => all.reduce((a, b) => a + b, 0n);
const gross = ([net, vat]: Pair): bigint => net + vat;
const less = (a: readonly Pair[], b: readonly Pair[]): Pair[] =>
  a.map(([net, vat], place) => [net - (b[place]?.[0] ?? 0n), vat - (b[place]?.[1] ?? 0n)]);
const minus = (all: readonly Pair[]): Pair[] => all.map(([net, vat]) => [-net, -vat]);
const down = (above: bigint, below: bigint): bigint =>
  above < 0n && above % below !== 0n ? above / below - 1n : above / below;

/** Shares of an amount by weight; the missing cents go to the largest fractions. */
function shared(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = total(weights);
  if (whole === 0n) return weights.map(() => 0n);
  const shares = weights.map((weight, place) => {
    const floor = down(amount * weight, whole);
    return { place, floor, rest: amount * weight - floor * whole };
  });
  const missing = Number(amount - total(shares.map(({ floor }) => floor)));
  const first = shares.toSorted((a, b) => (a.rest === b.rest ? a.place - b.place : a.rest > b.rest ? -1 : 1));
  for (const share of first.slice(0, missing)) share.floor += 1n;
  return shares.map(({ floor }) => floor);
}

/** A part of amounts by VAT code: all of it, or in proportion. */
function part(whole: readonly Pair[], amount: bigint): Pair[] {
  if (total(whole.map(gross)) === amount) return [...whole];
  return shared(amount, whole.map(gross)).map((share, place): Pair => {
    const of = whole[place] as Pair;
    if (share === gross(of)) return of;
    const net = gross(of) === 0n ? share : rounded(share * of[0], gross(of));
    return [net, share - net];
  });
}

/** In euros: the total is rounded, net and VAT get the missing cents by largest fraction. */
function inEuros(parts: readonly Pair[], [above, below]: readonly [bigint, bigint] = [1n, 1n]): Pair[] {
  if (above === below) return [...parts];
  if (total(parts.map(gross)) < 0n) return minus(inEuros(minus(parts), [above, below]));
  const figures = [total(parts.map(([net]) => net)), ...parts.map(([, vat]) => vat)];
  const sum = rounded(total(figures) * above, below);
  const exact = figures.map((figure, place) => {
    const floor = down(figure * above, below);
    return { place, floor, rest: figure * above - floor * below };
  });
  const missing = Number(sum - total(exact.map(({ floor }) => floor)));
  const first = exact.toSorted((a, b) => (a.rest === b.rest ? a.place - b.place : a.rest > b.rest ? -1 : 1));
  for (const each of first.slice(0, missing)) each.floor += 1n;
  const nets = shared(
    exact[0]?.floor ?? 0n,
    parts.map(([net]) => net),
  );
  return parts.map((_, place): Pair => [nets[place] ?? 0n, exact[place + 1]?.floor ?? 0n]);
}

const VAT_ENDS: Readonly<Record<number, string>> = { 210: '021', 550: '055', 850: '085', 1_000: '100', 2_000: '200' };
const PLACES: Readonly<Record<string, string>> = { FR_00UE: '2', FR_0HUE: '3' };
const CHARGES: Readonly<Record<string, string>> = {
  ...{ goods_for_resale: '607', raw_materials: '601', supplies: '6064', services: '611', travel: '625' },
  ...{ equipment: '6063', other: '6068' },
};
const purse = (method: string | undefined): string => (method === 'cash' ? '530' : '512');

export function accountingReference({ onDebits, booksPayments }: Habits) {
  const bills = new Map<string, Bill>();
  const written: string[] = [];
  const accounts = new Map<string, bigint>();
  const billOf = (id: string): Bill => bills.get(id) as Bill;

  const write = (journal: string, on: string, sums: Record<string, bigint>): void => {
    const lines = Object.entries(sums).filter(([, amount]) => amount !== 0n);
    if (lines.length === 0) return;
    for (const [account, amount] of lines) accounts.set(account, (accounts.get(account) ?? 0n) + amount);
    written.push(
      `${journal} ${on} ${lines
        .map(([account, amount]) => `${account}:${amount}`)
        .sort()
        .join(' ')}`,
    );
  };
  const adder = (sums: Record<string, bigint>) => (account: string, amount: bigint) => {
    sums[account] = (sums[account] ?? 0n) + amount;
  };
  /** Net and VAT of goods and of services under one code. */
  const apart = ({ net, goods, goodsOf = net }: Sold, [partNet, partVat]: Pair) => {
    const ofGoods: Pair =
      goodsOf === 0n ? [0n, 0n] : [rounded(partNet * goods, goodsOf), rounded(partVat * goods, goodsOf)];
    return [
      { account: '707', isGoods: true, net: ofGoods[0], vat: ofGoods[1] },
      { account: '706', isGoods: false, net: partNet - ofGoods[0], vat: partVat - ofGoods[1] },
    ];
  };
  const waits = (isGoods: boolean, isAdvance: boolean): boolean => (isGoods ? isAdvance : !onDebits);
  const amountsOf = (sold: readonly Sold[]): Pair[] =>
    sold.map(({ net, rate, vat }) => [net, vat ?? rounded(net * BigInt(rate), 10_000n)]);

  /** A bill in the sales journal; a credit note has the sign -1. */
  const invoiced = (on: string, bill: Bill, sign: bigint): void => {
    if (booksPayments) return;
    const sums: Record<string, bigint> = {};
    const add = adder(sums);
    const due = less(inEuros(bill.whole, bill.euroRate), inEuros(less(bill.whole, bill.due), bill.euroRate));
    const whole = inEuros(bill.whole, bill.euroRate);
    bill.sold.forEach((sold, place) => {
      const [dueHere, wholeHere] = [due[place] as Pair, whole[place] as Pair];
      add('411', sign * gross(dueHere));
      if (bill.isAdvance) add('4191', -sign * wholeHere[0]);
      else {
        add('4191', sign * (wholeHere[0] - dueHere[0]));
        if (sold.code === 'disbursement') add('467', -sign * wholeHere[0]);
        else
          for (const { account, net } of apart(sold, wholeHere))
            add(`${account}${PLACES[sold.code] ?? ''}`, -sign * net);
      }
      for (const { isGoods, vat } of apart(sold, dueHere))
        add(`${waits(isGoods, bill.isAdvance) ? '44574' : '44571'}${VAT_ENDS[sold.rate] ?? ''}`, -sign * vat);
    });
    write('VE', on, sums);
  };
  /** A payment of a document: from the bank, or from money kept for the customer. */
  const moved = (on: string, bill: Bill, parts: readonly Pair[], purseNumber: string, hasGoods = true): void => {
    const euros = parts.every(([net, vat], place) => net === bill.due[place]?.[0] && vat === bill.due[place]?.[1])
      ? less(inEuros(bill.whole, bill.euroRate), inEuros(less(bill.whole, bill.due), bill.euroRate))
      : inEuros(parts, bill.euroRate);
    const sums: Record<string, bigint> = {};
    const add = adder(sums);
    const sum = total(euros.map(gross));
    add(purseNumber, sum);
    if (!booksPayments) add('411', -sum);
    bill.sold.forEach((sold, place) => {
      const here = euros[place] as Pair;
      const shares = apart(hasGoods ? sold : { ...sold, goods: 0n }, here);
      const end = VAT_ENDS[sold.rate] ?? '';
      if (booksPayments && sold.code === 'disbursement') add('467', -gross(here));
      else if (booksPayments)
        for (const { account, net, vat } of shares) {
          add(`${account}${PLACES[sold.code] ?? ''}`, -net);
          add(`44571${end}`, -vat);
        }
      else
        for (const { isGoods, vat } of shares) {
          if (!waits(isGoods, bill.isAdvance)) continue;
          add(`44574${end}`, vat);
          add(`44571${end}`, -vat);
        }
    });
    if (!booksPayments && bill.euroRate) {
      const said = total(
        less(inEuros(bill.whole, bill.euroRate), inEuros(less(bill.whole, bill.due), bill.euroRate)).map(gross),
      );
      bill.owed -= sum;
      const isOpen = bill.left.every(
        ([net, vat], place) => net === bill.due[place]?.[0] && vat === bill.due[place]?.[1],
      );
      const rest = total(bill.left.map(gross)) === 0n ? 0n : isOpen ? said : bill.owed;
      add('411', rest - bill.owed);
      add(rest > bill.owed ? '756' : '656', bill.owed - rest);
      bill.owed = rest;
    }
    write(purseNumber === '530' ? 'CA' : purseNumber === '512' ? 'BQ' : 'OD', on, sums);
  };

  return {
    /** Entries as `VE 2026-03-02 411:120000 706:-100000 …`, accounts in order. */
    written,
    /** What an account has: debits minus credits. */
    balance: (account: string): bigint => accounts.get(account) ?? 0n,
    /** A finalized invoice or advance; `deducted`: the advances it takes off, as in `sold`. */
    billed(
      on: string,
      id: string,
      sold: Sold[],
      {
        isAdvance = false,
        euroRate,
        deducted,
      }: { isAdvance?: boolean; euroRate?: readonly [bigint, bigint] | undefined; deducted?: Pair[] } = {},
    ): void {
      const whole = amountsOf(sold);
      const due = deducted ? less(whole, deducted) : whole;
      const euros = less(inEuros(whole, euroRate), inEuros(less(whole, due), euroRate));
      const bill: Bill = { sold, whole, due, left: due, owed: total(euros.map(gross)), isAdvance, euroRate };
      bills.set(id, bill);
      invoiced(on, bill, 1n);
    },
    /** What an advance has under each code of another document. */
    amountsUnder: (id: string, sold: readonly Sold[]): Pair[] =>
      sold.map(({ code }) => {
        const place = billOf(id).sold.findIndex((each) => each.code === code);
        return place === -1 ? [0n, 0n] : (billOf(id).whole[place] as Pair);
      }),
    paid(on: string, id: string, amount: number, method?: string): Pair[] {
      const bill = billOf(id);
      const open = bill.left.map((each): Pair => (gross(each) > 0n ? each : [0n, 0n]));
      const parts = part(total(open.map(gross)) >= BigInt(amount) ? open : bill.due, BigInt(amount));
      bill.left = less(bill.left, parts);
      moved(on, bill, parts, method === 'kept' ? '580' : purse(method));
      return parts;
    },
    reversed(on: string, id: string, parts: readonly Pair[], method?: string): void {
      const bill = billOf(id);
      bill.left = less(bill.left, minus(parts));
      moved(on, bill, minus(parts), purse(method));
    },
    /** A credit note of services on a document; returns its amounts, for the refund. */
    credited(on: string, id: string, note: Sold): Pair[] {
      const bill = billOf(id);
      const amounts = bill.sold.map(
        ({ code }): Pair => (code === note.code ? (amountsOf([note])[0] as Pair) : [0n, 0n]),
      );
      bill.left = less(bill.left, amounts);
      bill.owed -= total(inEuros(amounts, bill.euroRate).map(gross));
      const whole = amountsOf([note]);
      invoiced(on, { ...bill, sold: [note], whole, due: whole, left: whole }, -1n);
      return amounts;
    },
    refunded(on: string, id: string, note: readonly Pair[]): void {
      const bill = billOf(id);
      const over = -total(bill.left.map(gross));
      const all = total(note.map(gross));
      const parts = minus(part(note, over < 0n ? 0n : over < all ? over : all));
      bill.left = less(bill.left, parts);
      moved(on, bill, parts, '512', false);
    },
    /** Money kept for a customer, or given back (negative). */
    kept: (on: string, amount: number, method?: string): void =>
      write(method === 'cash' ? 'CA' : 'BQ', on, { [purse(method)]: BigInt(amount), '4197': -BigInt(amount) }),
    /** Money kept that pays another document. */
    applied: (on: string, amount: number): void => write('OD', on, { '4197': BigInt(amount), '580': -BigInt(amount) }),
    takings(
      on: string,
      sale: { isGoods: boolean; rate: number; amount: number; method?: string },
      sign: 1 | -1 = 1,
    ): void {
      const vat = rounded(BigInt(sale.amount) * BigInt(sale.rate), BigInt(10_000 + sale.rate));
      const [amount, tax] = [BigInt(sign * sale.amount), BigInt(sign) * vat];
      const sums: Record<string, bigint> = {
        [purse(sale.method)]: amount,
        [sale.isGoods ? '707' : '706']: tax - amount,
      };
      if (sale.rate !== 0) sums[`44571${VAT_ENDS[sale.rate]}`] = -tax;
      write(sale.method === 'cash' ? 'CA' : 'BQ', on, sums);
    },
    bought(
      paper: {
        on: string;
        kind: string;
        cents: number;
        tax: number;
        method: string;
        /** VAT owed for the supplier: its account, its amount, and what is deducted. */
        owed?: { account: string; tax: number; back: number };
      },
      sign: 1 | -1 = 1,
    ): void {
      const [paid, tax] = [BigInt(sign * paper.cents), BigInt(sign * paper.tax)];
      const net = paid - tax;
      const [due, back] = [BigInt(sign * (paper.owed?.tax ?? 0)), BigInt(sign * (paper.owed?.back ?? 0))];
      const own = { [paper.owed?.account ?? '4452']: -due };
      const isKept = paper.kind === 'equipment' && (net < 0n ? -net : net) > 50_000n;
      const [charge, vat] = isKept ? ['2183', '44562'] : [CHARGES[paper.kind] as string, '44566'];
      const journal = paper.method === 'cash' ? 'CA' : 'BQ';
      const cost = { [charge]: net + due - back, [vat]: tax + back, ...own };
      if (booksPayments) return write(journal, paper.on, { ...cost, [purse(paper.method)]: -paid });
      write('AC', paper.on, { ...cost, '401': -paid });
      write(journal, paper.on, { '401': paid, [purse(paper.method)]: -paid });
    },
  };
}
