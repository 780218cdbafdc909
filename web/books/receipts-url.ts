/** The period of a book in the address: `2026`, `2026-T1`, `2026-03`; absent for this year. */
export type ReceiptsSearch = { periode?: string };

export const readReceiptsSearch = ({ periode }: Readonly<Record<string, unknown>>): ReceiptsSearch => {
  const said = typeof periode === 'number' ? String(periode) : periode;
  return typeof said === 'string' && PERIOD.test(said) ? { periode: said } : {};
};

const PERIOD = /^(?!0000)\d{4}(-(T[1-4]|0[1-9]|1[0-2]))?$/;

/** The first and last day of a period. */
export function daysOf(period: string): { from: string; to: string } {
  const [year = '', part] = period.split('-');
  if (part === undefined) return { from: `${year}-01-01`, to: `${year}-12-31` };
  const [first, last] = part.startsWith('T')
    ? [Number(part[1]) * 3 - 2, Number(part[1]) * 3]
    : [Number(part), Number(part)];
  const two = (month: number): string => String(month).padStart(2, '0');
  const days = new Date(Date.UTC(Number(year), last, 0)).getUTCDate();
  return { from: `${year}-${two(first)}-01`, to: `${year}-${two(last)}-${days}` };
}
