import { Link, type LinkProps, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { monthOf, useToday } from '../app/formats/dates.tsx';
import { Money } from '../app/formats/money.tsx';
import { IconDownload } from '../app/icons.tsx';
import { saveFile } from '../app/save-file.ts';
import { useAction } from '../app/use-action.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import type { PurchasesSearch } from './purchases-url.ts';
import './book-parts.css';

// What the screens of the receipts book and of the register of purchases share.

/** Past years offered. */
const YEARS = 6;

/** The link of a phone from a book to all of them. */
export const useBackToBooks = (): { readonly to: string; readonly label: string } => {
  const { books } = useTranslations('app').pages;
  return { to: '/livres', label: books };
};

/** What a book is for, and the screens that follow from it. */
export function BookIntro({
  intro,
  links,
}: {
  intro: string;
  links: readonly { readonly to: NonNullable<LinkProps['to']>; readonly title: string }[];
}) {
  return (
    <>
      <p className="quiet book-intro">{intro}</p>
      <ul className="book-links">
        {links.map(({ to, title }) => (
          <li key={to}>
            <Link to={to} className="link">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The year, and which part of it, in the address of a book. */
export function Period({
  period,
  to,
  account,
  kept,
}: {
  period: string;
  to: '/livres/recettes' | '/livres/achats' | '/livres/journaux' | '/livres/comptable';
  /** The account whose lines are shown, which stays. */
  account?: string;
  /** The filters, which stay. */
  kept?: PurchasesSearch;
}) {
  const words = useTranslations('books');
  const language = useLanguage();
  const navigate = useNavigate();
  const thisYear = Number(useToday().slice(0, 4));
  const [year = '', part = ''] = period.split('-');
  const years = [...new Set([...Array.from({ length: YEARS }, (_, back) => String(thisYear - back)), year])];
  const say = (nextYear: string, nextPart: string): void =>
    void navigate({
      to,
      search: {
        ...kept,
        periode: nextPart === '' ? nextYear : `${nextYear}-${nextPart}`,
        ...(account !== undefined && { compte: account }),
      },
      replace: true,
      resetScroll: false,
    });
  const months = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0'));
  return (
    <div className="filters">
      <select
        className="input pick"
        aria-label={words.year}
        value={year}
        onChange={({ target }) => say(target.value, part)}
      >
        {years.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
      <select
        className="input pick"
        aria-label={words.part}
        value={part}
        onChange={({ target }) => say(year, target.value)}
      >
        <option value="">{words.wholeYear}</option>
        {['T1', 'T2', 'T3', 'T4'].map((quarter, place) => (
          <option key={quarter} value={quarter}>
            {words.quarter(place + 1)}
          </option>
        ))}
        {months.map((month) => (
          <option key={month} value={month}>
            {monthOf(`${year}-${month}-01`, language)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The total of a book and its parts, in cents of euros. */
export function TotalsOfBook({ parts }: { parts: readonly (readonly [name: string, cents: number])[] }) {
  return (
    <dl className="book-totals">
      {parts.map(([name, cents]) => (
        <div key={name}>
          <dt className="small quiet">{name}</dt>
          <dd>
            <Money cents={cents} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

type OfPeriod = { readonly from: string; readonly amount: number };

/** The totals of each month, and of each quarter after its months. */
export function PeriodsOfBook<T extends OfPeriod>({
  months,
  quarters,
  columns,
  total,
}: {
  months: readonly T[];
  quarters: readonly T[];
  /** The columns between the period and the total. */
  columns: readonly { readonly head: string; readonly cell: (totals: T) => ReactNode }[];
  /** The head of the total. */
  total: string;
}) {
  const words = useTranslations('books');
  const language = useLanguage();
  const quarterOf = ({ from }: OfPeriod): number => Math.ceil(Number(from.slice(5, 7)) / 3);
  const row = (name: string, totals: T, isSum: boolean) => (
    <tr key={`${name} ${totals.from}`} className={isSum ? 'sum' : undefined}>
      <th scope="row">{name}</th>
      {columns.map(({ head, cell }) => (
        <td key={head} className="numeric">
          {cell(totals)}
        </td>
      ))}
      <td className="numeric">
        <Money cents={totals.amount} />
      </td>
    </tr>
  );
  return (
    <details>
      <summary>{words.periods}</summary>
      <section className="book-scroll" aria-label={words.periods}>
        <table className="book-periods small">
          <thead>
            <tr>
              <th scope="col">{words.heads.period}</th>
              {[...columns.map(({ head }) => head), total].map((name) => (
                <th key={name} scope="col" className="numeric">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {quarters.flatMap((quarter) => [
              ...months
                .filter((month) => quarterOf(month) === quarterOf(quarter))
                .map((month) => row(monthOf(month.from, language), month, false)),
              row(words.quarter(quarterOf(quarter)), quarter, true),
            ])}
          </tbody>
        </table>
      </section>
    </details>
  );
}

/** The other book, and this one as PDF, workbook or CSV. */
export function DownloadsOfBook({
  other,
  name,
  formats = ['pdf', 'xlsx', 'csv'],
  csv,
  file,
}: {
  other: { readonly to: NonNullable<LinkProps['to']>; readonly title: string };
  /** The file name without its ending. */
  name: string;
  formats?: readonly ('pdf' | 'xlsx' | 'csv')[];
  csv: () => Promise<Parameters<typeof saveFile>[0]>;
  file: (format: 'pdf' | 'xlsx') => Promise<{ answer: Parameters<typeof saveFile>[0]; fileName?: string | undefined }>;
}) {
  const words = useTranslations('books');
  const act = useAction(async (format: 'pdf' | 'xlsx' | 'csv') => {
    if (format === 'csv') return saveFile(await csv(), `${name}.csv`);
    const { answer, fileName } = await file(format);
    saveFile(answer, fileName ?? `${name}.${format}`);
  });
  return (
    <>
      <Link to={other.to} className="btn quiet">
        {other.title}
      </Link>
      {formats.map((format) => (
        <button
          key={format}
          type="button"
          className="btn quiet"
          aria-label={words.download[format]}
          aria-disabled={act.isRunning}
          onClick={() => void act.run(format)}
        >
          <IconDownload /> {words.formats[format]}
        </button>
      ))}
      <ErrorMessage error={act.error} />
    </>
  );
}
