// A bookkeeper's VAT return, written apart from the service: every act adds amounts on the day its
// VAT falls due, and a form adds them up with its own table of lines.

/** What an amount is; `rate` in basis points, amounts in cents of euros. */
type VatAct = { on: string; what: What; rate: number; base: bigint; tax: bigint };
type What = 'sale' | 'export' | 'untaxed' | 'union_goods' | 'machine' | 'expense' | OwedFor;
type OwedFor = 'abroad' | 'subcontractor' | 'from_union' | 'not_established';

/** The lines of an amount on each form: those of its base, then those of its tax. */
const ca3: Record<What, (rate: number) => { base: string[]; tax: string[] }> = {
  sale: (rate) => ({ base: ['A1', rates3[rate] ?? '?'], tax: [rates3[rate] ?? '?'] }),
  abroad: (rate) => ({ base: ['A3', rates3[rate] ?? '?'], tax: [rates3[rate] ?? '?'] }),
  subcontractor: (rate) => ({ base: ['A2', rates3[rate] ?? '?'], tax: [rates3[rate] ?? '?'] }),
  from_union: (rate) => ({ base: ['B2', rates3[rate] ?? '?'], tax: [rates3[rate] ?? '?', '17'] }),
  not_established: (rate) => ({ base: ['B4', rates3[rate] ?? '?'], tax: [rates3[rate] ?? '?'] }),
  export: () => ({ base: ['E1'], tax: [] }),
  untaxed: () => ({ base: ['E2'], tax: [] }),
  union_goods: () => ({ base: ['F2'], tax: [] }),
  machine: () => ({ base: [], tax: ['19'] }),
  expense: () => ({ base: [], tax: ['20'] }),
};
const rates3: Record<number, string> = { 2000: '08', 1000: '9B', 550: '09', 210: 'T6' };
const ca12: typeof ca3 = {
  sale: (rate) => ({ base: [rates12[rate] ?? '?'], tax: [rates12[rate] ?? '?'] }),
  abroad: () => ({ base: ['AC'], tax: ['AC'] }),
  subcontractor: () => ({ base: ['13'], tax: ['13'] }),
  // This form has no line for it.
  from_union: () => ({ base: [], tax: [] }),
  not_established: () => ({ base: ['AB'], tax: ['AB'] }),
  export: () => ({ base: ['02'], tax: [] }),
  untaxed: () => ({ base: ['03'], tax: [] }),
  union_goods: () => ({ base: ['04'], tax: [] }),
  machine: () => ({ base: [], tax: ['23'] }),
  expense: () => ({ base: [], tax: ['20'] }),
};
const rates12: Record<number, string> = { 2000: '5A', 1000: '6C', 550: '06', 210: '09' };

const GROSS = { ca3: ['08', '09', '9B', 'T6'], ca12: ['5A', '06', '6C', '09', '13', 'AC', 'AB'] };
const DEDUCTED = { ca3: ['19', '20'], ca12: ['20', '23'] };

/** Cents to whole euros: from 50 cents on one more; nothing below 0. */
const whole = (cents: bigint): bigint => (cents < 0n ? 0n : (cents + 50n) / 100n);

export function vatReference() {
  const acts: VatAct[] = [];
  /** Base and tax of each line of the days from `from` to `to`, without those at 0. */
  const linesOf = (form: 'ca3' | 'ca12', from: string, to: string): Map<string, [base: bigint, tax: bigint]> => {
    const lines = new Map<string, [bigint, bigint]>();
    const add = (line: string, base: bigint, tax: bigint): void => {
      const [b, t] = lines.get(line) ?? [0n, 0n];
      lines.set(line, [b + base, t + tax]);
    };
    for (const { on, what, rate, base, tax } of acts) {
      if (on < from || on > to) continue;
      const where = (form === 'ca3' ? ca3 : ca12)[what](rate);
      for (const line of where.base) add(line, base, 0n);
      for (const line of where.tax) add(line, 0n, tax);
    }
    return new Map([...lines].filter(([, [base, tax]]) => base !== 0n || tax !== 0n));
  };
  return {
    acts,
    add: (on: string, what: What, rate: number, base: bigint, tax: bigint): void =>
      void acts.push({ on, what, rate, base, tax }),
    linesOf,
    /** Whole euros due, negative for a credit, with the credit of the period before. */
    balanceOf(form: 'ca3' | 'ca12', from: string, to: string, credit: bigint): bigint {
      const lines = linesOf(form, from, to);
      const tax = (names: string[]) => names.map((name) => lines.get(name)?.[1] ?? 0n);
      const sum = (all: readonly bigint[]): bigint => all.reduce((a, b) => a + b, 0n);
      const [gross, deducted] = [tax(GROSS[form]), tax(DEDUCTED[form])];
      // Negative taxes are deducted in one sum, and negative deductions are due in one sum.
      const over = (all: readonly bigint[]): bigint => whole(-sum(all.filter((each) => each < 0n)));
      const due = sum(gross.map(whole)) + over(deducted);
      return due - (sum(deducted.map(whole)) + over(gross) + credit);
    },
  };
}
export type VatReference = ReturnType<typeof vatReference>;
