import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Money, money } from '../app/formats/money.tsx';
import type { Figure, ListOfFigure, VatFigure } from '../client/schemas.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { addressOf } from './list-links.ts';

/** A figure that links to the list it sums. */
export function FigureLink({
  figure,
  currency,
  className,
  children,
}: {
  figure: Pick<Figure, 'amount' | 'lists'>;
  currency: string;
  className?: string | undefined;
  children?: ReactNode;
}) {
  const [list] = figure.lists;
  const shown = children ?? <Money cents={figure.amount} currency={currency} />;
  return list ? (
    <ListLink list={list} className={className}>
      {shown}
    </ListLink>
  ) : (
    <span className={className}>{shown}</span>
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
