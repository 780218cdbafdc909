import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Money, money } from '../app/formats/money.tsx';
import type { Figure, ListOfFigure, VatFigure } from '../client/schemas.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { addressOf } from './list-links.ts';

/**
 * A figure that links to the list it sums. Documents of another program are in a list of their own:
 * a second link leads there.
 */
export function FigureLink({
  figure,
  currency,
  className,
  isPastApart = false,
  children,
}: {
  figure: Pick<Figure, 'amount' | 'lists'>;
  currency: string;
  /** The screen links to documents of another program elsewhere. */
  isPastApart?: boolean;
  className?: string | undefined;
  children?: ReactNode;
}) {
  const words = useTranslations('home');
  const [list] = figure.lists;
  const past = figure.lists.find(({ path }) => path === '/v2/past-documents');
  const shown = children ?? <Money cents={figure.amount} currency={currency} />;
  if (!list) return <span className={className}>{shown}</span>;
  if (!past || past === list || figure.amount === 0 || isPastApart)
    return (
      <ListLink list={list} className={className}>
        {shown}
      </ListLink>
    );
  return (
    <span className={className}>
      <ListLink list={list}>{shown}</ListLink>
      <ListLink list={past} className="past-part" title={words.pastPart}>
        {words.pastMark}
      </ListLink>
    </span>
  );
}

export function ListLink({
  list,
  className,
  title,
  children,
}: {
  list: ListOfFigure;
  className?: string | undefined;
  title?: string;
  children?: ReactNode;
}) {
  const { to, search } = addressOf(list);
  return (
    <Link to={to} search={search as never} className={className} title={title} aria-label={title}>
      {children}
    </Link>
  );
}

/** The same in other currencies, which are never added up. */
export function Others({ figure }: { figure: Figure | VatFigure }) {
  const { others: say } = useTranslations('home');
  const language = useLanguage();
  if (figure.others.length === 0) return null;
  const amounts = figure.others.map(({ amount, currency }) => money(amount, currency, language));
  return <p className="tiny quiet others">{say(amounts.join(', '))}</p>;
}

/** Leads to the documents of another program that a figure counts, if it counts some. */
export function PastPart({ figure }: { figure: Pick<Figure, 'amount' | 'lists'> }) {
  const words = useTranslations('home');
  const past = figure.lists.find(({ path }) => path === '/v2/past-documents');
  if (!past || figure.amount === 0) return null;
  return (
    <p className="tiny quiet">
      <ListLink list={past} className="past-part">
        {words.pastPart}
      </ListLink>
    </p>
  );
}
