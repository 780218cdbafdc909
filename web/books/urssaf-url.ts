/** One day of the period of a declaration; absent for the one to declare now. */
export type UrssafSearch = { jour?: string };

export const readUrssafSearch = ({ jour }: Readonly<Record<string, unknown>>): UrssafSearch =>
  typeof jour === 'string' && DAY.test(jour) ? { jour } : {};

const DAY = /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Periods offered, the newest first: the running one and those of a year and more before it. */
const PERIODS = { monthly: 14, quarterly: 6 } as const;

/** The first days of the offered periods, the newest first. */
export function firstDays(today: string, rhythm: 'monthly' | 'quarterly'): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const months = rhythm === 'monthly' ? 1 : 3;
  const first = month - 1 - ((month - 1) % months);
  return Array.from({ length: PERIODS[rhythm] }, (_, back) =>
    new Date(Date.UTC(year, first - back * months, 1)).toISOString().slice(0, 10),
  );
}

/** The period in the address of the receipts book: `2026-T1` or `2026-03`. */
export function bookPeriod(from: string, rhythm: 'monthly' | 'quarterly'): string {
  const [year, month] = from.split('-');
  return rhythm === 'monthly' ? `${year}-${month}` : `${year}-T${Math.ceil(Number(month) / 3)}`;
}
