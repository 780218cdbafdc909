// A bookkeeper's account of receipts, written apart from the service: it is given every act, and
// splits money over what a document sells with its own arithmetic.

/**
 * Amounts of a document under one rate, in cents. `goods` is the part of the net for goods, `vat`
 * the VAT stated by the document.
 */
export type Sold = { rate: number; net: bigint; goods: bigint; isDisbursement: boolean; vat?: bigint };
type Bill = { sold: Sold[]; due: bigint[][]; left: bigint[][]; euroRate?: [bigint, bigint]; isGone: boolean };
export type Entry = { on: string; amount: number; vat: number; goods: number; disbursements: number };

/** Half away from zero. */
const rounded = (above: bigint, below: bigint): bigint => {
  const [a, b] = [above < 0n ? -above : above, below < 0n ? -below : below];
  const whole = (2n * a + b) / (2n * b);
  return above < 0n !== below < 0n ? -whole : whole;
};
const sumOf = (all: readonly bigint[]): bigint => all.reduce((a, b) => a + b, 0n);
const gross = ([net = 0n, vat = 0n]: readonly bigint[]): bigint => net + vat;

/** Shares of an amount in proportion to weights; the missing cents go to the largest fractions. */
function shared(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = sumOf(weights);
  if (whole === 0n) return weights.map(() => 0n);
  const floors = weights.map((weight) => (amount * weight) / whole);
  const fractions = weights.map((weight, place) => ({ place, rest: (amount * weight) % whole }));
  const byRest = fractions.toSorted((a, b) => (a.rest === b.rest ? a.place - b.place : a.rest > b.rest ? -1 : 1));
  for (const { place } of byRest.slice(0, Number(amount - sumOf(floors)))) floors[place] = (floors[place] ?? 0n) + 1n;
  return floors;
}

export function receiptsReference() {
  const bills = new Map<string, Bill>();
  const entries: Entry[] = [];
  const billOf = (id: string): Bill => {
    const bill = bills.get(id);
    if (!bill) throw new Error(`no bill ${id}`);
    return bill;
  };
  const amountsOf = (sold: readonly Sold[]): bigint[][] =>
    sold.map(({ net, rate, vat }) => [net, vat ?? rounded(net * BigInt(rate), 10_000n)]);

  /** A part of amounts, split by rate: all of it, or in proportion. */
  const split = (whole: readonly bigint[][], amount: bigint): bigint[][] => {
    const all = sumOf(whole.map(gross));
    if (all === amount) return whole.map((each) => [...each]);
    return shared(amount, whole.map(gross)).map((part, place) => {
      const of = whole[place] ?? [];
      if (part === gross(of)) return [...of];
      const net = gross(of) === 0n ? part : rounded(part * (of[0] ?? 0n), gross(of));
      return [net, part - net];
    });
  };
  const book = (on: string, bill: Bill, parts: readonly bigint[][], sign: bigint, hasGoods = true): void => {
    const entry = { on, amount: 0n, vat: 0n, goods: 0n, disbursements: 0n };
    const inEuros = bill.euroRate ? euros(parts, bill) : parts;
    bill.sold.forEach(({ isDisbursement, net, goods }, place) => {
      const [partNet = 0n, partVat = 0n] = inEuros[place] ?? [];
      if (isDisbursement) {
        entry.disbursements += sign * (partNet + partVat);
        return;
      }
      entry.amount += sign * (partNet + partVat);
      entry.vat += sign * partVat;
      if (net !== 0n && hasGoods) entry.goods += sign * (rounded(partNet * goods, net) + rounded(partVat * goods, net));
    });
    entries.push({
      ...{ on, amount: Number(entry.amount), vat: Number(entry.vat), goods: Number(entry.goods) },
      disbursements: Number(entry.disbursements),
    });
  };
  /**
   * In euros: the total is converted and rounded, net and VAT get the missing cents by largest
   * fraction, the net by rate as shares.
   */
  const euros = (parts: readonly bigint[][], { euroRate = [1n, 1n] }: Bill): bigint[][] => {
    const [above, below] = euroRate;
    const net = sumOf(parts.map(([each = 0n]) => each));
    const figures = [net, ...parts.map(([, vat = 0n]) => vat)];
    const total = rounded(sumOf(figures) * above, below);
    const floors = figures.map((each) => (each * above) / below);
    const order = figures
      .map((each, place) => ({ place, rest: (each * above) % below }))
      .toSorted((a, b) => (a.rest === b.rest ? a.place - b.place : a.rest > b.rest ? -1 : 1));
    for (const { place } of order.slice(0, Number(total - sumOf(floors)))) floors[place] = (floors[place] ?? 0n) + 1n;
    const nets = shared(
      floors[0] ?? 0n,
      parts.map(([each = 0n]) => each),
    );
    return nets.map((each, place) => [each, floors[place + 1] ?? 0n]);
  };
  const less = (bill: Bill, parts: readonly bigint[][], sign: bigint): void => {
    bill.left = bill.left.map(([net = 0n, vat = 0n], place) => {
      const [partNet = 0n, partVat = 0n] = parts[place] ?? [];
      return [net - sign * partNet, vat - sign * partVat];
    });
  };

  return {
    entries,
    /** The amounts due of a bill by rate, and parts of them in euros. */
    dueOf: (id: string): bigint[][] => billOf(id).due,
    inEuros: (id: string, parts: bigint[][]): bigint[][] => (billOf(id).euroRate ? euros(parts, billOf(id)) : parts),
    /** A finalized bill, by what it sells. `euroRate`: euros per unit, as a fraction. */
    billed(id: string, sold: Sold[], euroRate?: [bigint, bigint]): void {
      const due = amountsOf(sold);
      bills.set(id, { sold, due, left: due.map((each) => [...each]), isGone: false, ...(euroRate && { euroRate }) });
    },
    /** A payment; returns its parts, to reverse it. */
    paid(on: string, id: string, amount: number): bigint[][] {
      const bill = billOf(id);
      const open = bill.left.map((each) => (gross(each) > 0n ? each : [0n, 0n]));
      const parts = split(sumOf(open.map(gross)) >= BigInt(amount) ? open : bill.due, BigInt(amount));
      less(bill, parts, 1n);
      book(on, bill, parts, 1n);
      return parts;
    },
    reversed(on: string, id: string, parts: bigint[][]): void {
      less(billOf(id), parts, -1n);
      book(on, billOf(id), parts, -1n);
    },
    /** A credit note over these lines; returns its amounts, to refund it. */
    credited(id: string, sold: readonly Sold[]): bigint[][] {
      const bill = billOf(id);
      const amounts = bill.sold.map((each) => {
        const same = sold.find(
          ({ rate, isDisbursement }) => rate === each.rate && isDisbursement === each.isDisbursement,
        );
        return same ? (amountsOf([same])[0] ?? []) : [0n, 0n];
      });
      less(bill, amounts, 1n);
      return amounts;
    },
    /** The refund of a credit note of services; returns its parts. */
    refunded(on: string, id: string, note: bigint[][]): bigint[][] {
      const bill = billOf(id);
      const over = -sumOf(bill.left.map(gross));
      const all = sumOf(note.map(gross));
      const parts = split(note, over < 0n ? 0n : over < all ? over : all);
      less(bill, parts, -1n);
      book(on, bill, parts, -1n, false);
      return parts;
    },
    /** Money beyond a document, or used of it: no VAT, the nature of what the document sells. */
    beyond(on: string, id: string, amount: number): void {
      const bill = billOf(id);
      const sold = bill.sold.filter(({ isDisbursement }) => !isDisbursement);
      const size = BigInt(Math.abs(amount));
      const parts =
        amount < 0 ? sharedDown(BigInt(amount), amountsOf(sold).map(gross)) : shared(size, amountsOf(sold).map(gross));
      const goods = parts.map((part, place) => rounded(part * (sold[place]?.goods ?? 0n), sold[place]?.net || 1n));
      entries.push({ on, amount, vat: 0, goods: Number(sumOf(goods)), disbursements: 0 });
    },
    takings(on: string, sale: { isGoods: boolean; rate: number; amount: number }, sign: 1 | -1 = 1): void {
      const vat = Number(rounded(BigInt(sale.amount) * BigInt(sale.rate), BigInt(10_000 + sale.rate)));
      const amount = sign * sale.amount;
      entries.push({ on, amount, vat: sign * vat, goods: sale.isGoods ? amount : 0, disbursements: 0 });
    },
  };
}

/** Shares of a negative amount: each is floored, the missing cents go to the largest fractions. */
function sharedDown(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = sumOf(weights);
  const floors = weights.map((weight) => {
    const exact = (amount * weight) / whole;
    return exact * whole === amount * weight ? exact : exact - 1n;
  });
  const order = weights
    .map((weight, place) => ({ place, rest: amount * weight - (floors[place] ?? 0n) * whole }))
    .toSorted((a, b) => (a.rest === b.rest ? a.place - b.place : a.rest > b.rest ? -1 : 1));
  for (const { place } of order.slice(0, Number(amount - sumOf(floors)))) floors[place] = (floors[place] ?? 0n) + 1n;
  return floors;
}
