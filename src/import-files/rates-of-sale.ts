import { LEGAL_RATES } from './legal-rates.ts';

/** The amount of an account in a sale: cents, positive for what is charged. */
type AccountAmount = { readonly account: string; readonly amount: number };
type RateSum = {
  readonly rate: number;
  readonly net: number;
  readonly vat: number;
  readonly sold?: 'goods' | 'services';
};

/** Cents by which VAT may differ from its rate: programs round by line. */
const TOLERANCE = 3;

/**
 * The sums by rate of an entry, which states no rates: each amount of VAT belongs to the income
 * whose legal rate explains it. `isExact` is false if one had to be computed.
 */
export function ratesOfSale(
  income: readonly AccountAmount[],
  taxes: readonly AccountAmount[],
): { readonly sums: readonly RateSum[]; readonly isExact: boolean } {
  let rest = income.filter(({ amount }) => amount !== 0);
  const parts: { rate: number; net: readonly AccountAmount[]; vat: number }[] = [];
  let unexplained = 0;
  for (const { amount } of taxes.filter((tax) => tax.amount !== 0)) {
    const found = explained(amount, rest);
    if (found) {
      parts.push({ ...found, vat: amount });
      rest = rest.filter((line) => !found.net.includes(line));
    } else unexplained += amount;
  }
  const net = rest.reduce((all, line) => all + line.amount, 0);
  const isExact = unexplained === 0;
  const rate = isExact || net === 0 ? 0 : Math.max(0, Math.min(10_000, Math.round((unexplained * 10_000) / net)));
  if (rest.length > 0 || unexplained !== 0) parts.push({ rate, net: rest, vat: unexplained });
  return { sums: merged(parts), isExact };
}

/** The income whose VAT this is: one line, or all lines. */
function explained(
  vat: number,
  lines: readonly AccountAmount[],
): { readonly rate: number; readonly net: readonly AccountAmount[] } | undefined {
  for (const rate of LEGAL_RATES) {
    const fits = (net: number): boolean => Math.abs((net * rate) / 10_000 - vat) <= TOLERANCE;
    const line = lines.find(({ amount }) => fits(amount));
    if (line && lines.length > 1 && fits(sumOf(lines))) return { rate, net: lines };
    if (line) return { rate, net: [line] };
    if (fits(sumOf(lines))) return { rate, net: lines };
  }
  return undefined;
}

const sumOf = (lines: readonly AccountAmount[]): number => lines.reduce((all, { amount }) => all + amount, 0);

function merged(parts: readonly { rate: number; net: readonly AccountAmount[]; vat: number }[]): RateSum[] {
  return [...new Set(parts.map(({ rate }) => rate))].map((rate) => {
    const same = parts.filter((part) => part.rate === rate);
    const kinds = new Set(same.flatMap(({ net }) => net.map(({ account }) => soldOn(account))));
    const [sold] = kinds.size === 1 ? kinds : [];
    const net = same.reduce((all, part) => all + sumOf(part.net), 0);
    return { rate, net, vat: same.reduce((all, part) => all + part.vat, 0), ...(sold && { sold }) };
  });
}

/** 707 and 701 to 703 are goods, 704 to 706 services; other accounts say nothing. */
function soldOn(account: string): 'goods' | 'services' | undefined {
  if (/^70[1237]/.test(account)) return 'goods';
  return /^70[456]/.test(account) ? 'services' : undefined;
}
