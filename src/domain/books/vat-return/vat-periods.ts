import type { LegalStatus } from '../../account/legal-facts.ts';
import type { AccountSettings } from '../../account/settings.ts';
import { addDays, addMonths, type CivilDay, endOfMonth } from '../../time/civil-day.ts';
import { weekdaysAfter, workingDayFrom, workingDaysAfter } from '../../time/french-calendar.ts';
import { type BookPeriod, beginOf } from '../book-totals.ts';
import type { VatForm } from './vat-lines.ts';

/** A period of VAT, and the days to declare and pay it. */
export type VatReturnPeriod = {
  readonly kind: BookPeriod;
  readonly form: VatForm;
  readonly from: CivilDay;
  readonly to: CivilDay;
  readonly opensOn: CivilDay;
  readonly dueOn: CivilDay;
};

type Declarant = Pick<AccountSettings, 'vatRegime' | 'vatDeclaredQuarterly' | 'emitter'>;

/**
 * Accounts that declare VAT of each period. Under the franchise (CGI art. 293 B) or an exemption
 * there is a return only for periods with VAT owed for suppliers (notice 3310-NOT-CA3-SD).
 */
export const declaresVat = ({ vatRegime }: Pick<AccountSettings, 'vatRegime'>): boolean =>
  vatRegime === 'normal' || vatRegime === 'simplified';

/** The first day without the simplified regime (loi 2025-127, art. 38). */
const SIMPLIFIED_ENDS = '2027-01-01';

/**
 * The period of a day. Under the normal regime a month, or a quarter if the account says so (CGI
 * art. 287, 2). The simplified regime declares civil years until the end of 2026 (art. 287, 3),
 * then quarters, as businesses up to 1,000,000 euros of turnover do (loi 2025-127, art. 38).
 */
export function vatPeriodOn(day: CivilDay, declarant: Declarant): VatReturnPeriod {
  const kind = kindOn(day, declarant);
  const from = beginOf(kind, day);
  const to = endOfMonth(addMonths(from, MONTHS[kind] - 1));
  const form = kind === 'year' ? 'ca12' : 'ca3';
  const dueOn = kind === 'year' ? dueOfYear(to) : workingDayFrom(addDays(to, dueDay(declarant)));
  return { kind, form, from, to, opensOn: addDays(to, 1), dueOn };
}

const MONTHS: Readonly<Record<BookPeriod, number>> = { month: 1, quarter: 3, year: 12 };

function kindOn(day: CivilDay, { vatRegime, vatDeclaredQuarterly }: Declarant): BookPeriod {
  if (vatRegime === 'simplified') return day < SIMPLIFIED_ENDS ? 'year' : 'quarter';
  return vatDeclaredQuarterly ? 'quarter' : 'month';
}

/** The periods that end before a day, and the one it is in; the newest first. */
export function vatPeriodsUntil(day: CivilDay, declarant: Declarant, most: number): VatReturnPeriod[] {
  const periods = [vatPeriodOn(day, declarant)];
  while (periods.length < most)
    periods.push(vatPeriodOn(addDays((periods.at(-1) as VatReturnPeriod).from, -1), declarant));
  return periods;
}

/** The second working day after 1 May of the next year (CGI art. 287, 3). */
const dueOfYear = (to: CivilDay): CivilDay => workingDaysAfter(`${Number(to.slice(0, 4)) + 1}-05-01`, 2);

/**
 * The day of the following month on which the return is due: by the department, the legal form, and
 * the first letter of the name or the SIREN (CGI ann. IV art. 39, 1; the same days by CIBS art. D.
 * 161-11). A Saturday, Sunday or public holiday is replaced by the next working day. If the legal
 * form is not known, the first of these days.
 */
function dueDay({ emitter }: Declarant): number {
  const { legalStatus, address, fullName, siret } = emitter;
  const isParis = address?.country === 'FR' && /^(75|92|93|94)/.test(address.zipCode);
  const sort = legalStatus === undefined ? undefined : sortOf[legalStatus];
  if (sort === 'association') return 24;
  if (sort === 'company')
    return isParis
      ? byDigits(siret, [
          [68, 19],
          [78, 20],
          [99, 21],
        ])
      : 21;
  if (sort === 'public_company')
    return isParis
      ? byDigits(siret, [
          [74, 23],
          [99, 24],
        ])
      : 24;
  const isLate = sort === 'person' && /^[i-z]/i.test(surnameOf(fullName));
  if (isParis) return isLate ? 17 : 15;
  return isLate ? 19 : 16;
}

type Sort = 'person' | 'company' | 'public_company' | 'association';
const sortOf: Readonly<Record<LegalStatus, Sort | undefined>> = {
  ...{ micro_enterprise: 'person', ei: 'person', eirl: 'person' },
  ...{ sas: 'company', sarl: 'company', sasu: 'company', eurl: 'company', snc: 'company', sci: 'company' },
  ...{ sasu_sas: 'company', eurl_sarl: 'company', sa: 'public_company', association: 'association', other: undefined },
};

/** The surname is the last word of the name, without accents. */
const surnameOf = (name = ''): string => (name.trim().split(/\s+/).at(-1) ?? '').normalize('NFD');

/** The day of the first group of SIREN digits that contains a SIREN; the first day without one. */
function byDigits(siret: string | undefined, days: readonly (readonly [last: number, day: number])[]): number {
  const digits = siret === undefined ? 0 : Number(siret.slice(0, 2));
  return (days.find(([last]) => digits <= last) ?? (days[0] as readonly [number, number]))[1];
}

/**
 * The last day to state the sales of a month to businesses of the Union to customs: the tenth
 * weekday of the following month (CGI art. 289 B and 289 C; ann. III art. 96 J and 96 L).
 */
export const statementDueOn = (month: CivilDay): CivilDay => weekdaysAfter(endOfMonth(month), 10);
