import { Link } from '@tanstack/react-router';
import { figure } from '../../app/formats/money.tsx';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import { type Filter, type ListName, registers } from './list-definitions.ts';
import { filterOf, type ListFilters, viewOf } from './url-filters.ts';
import { useTotals } from './use-documents.ts';

/** The views of a list, each with its count under the current filters. */
export function Views({ register, search, filter }: { register: ListName; search: ListFilters; filter: Filter }) {
  const words = useTranslations('lists').views;
  const { to, views } = registers[register];
  const here = viewOf(register, search);
  return (
    <nav className="views" aria-label={words.label}>
      {views.map(({ name, said }) => {
        const { vue: _, ...others } = search;
        const there = said === '' ? others : { ...others, vue: said };
        return (
          <Link
            key={name}
            to={to}
            search={there as never}
            replace
            aria-current={name === here.name ? 'page' : undefined}
            activeProps={{}}
            activeOptions={{ exact: true }}
            resetScroll={false}
          >
            {name === 'all' && register === 'estimates' ? words.allOffers : words[name]}{' '}
            {name !== 'archived' && <Count filter={filterOf(register, there, { test: filter.test ?? false })} />}
          </Link>
        );
      })}
    </nav>
  );
}

function Count({ filter }: { filter: Filter }) {
  const language = useLanguage();
  const { data } = useTotals(filter);
  return <span className="view-count">{data ? figure(data.totalDocs, language) : '\u00a0'}</span>;
}
