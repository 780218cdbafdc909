import { useNavigate } from '@tanstack/react-router';
import { SearchField } from '../app/components/search-field.tsx';
import { useTranslations } from '../locales/language.ts';
import type { PurchasesSearch } from './purchases-url.ts';

/** Search by supplier, reference or amount, and filters by nature and means of payment. */
export function PurchaseFilters({ search }: { search: PurchasesSearch }) {
  const words = useTranslations('purchases');
  const { methods } = useTranslations('payments');
  const navigate = useNavigate();
  const say = (changed: { [Name in keyof PurchasesSearch]: PurchasesSearch[Name] | undefined }): void => {
    const said = Object.entries({ ...search, ...changed }).filter(([, value]) => value !== undefined && value !== '');
    void navigate({ to: '/livres/achats', search: Object.fromEntries(said), replace: true, resetScroll: false });
  };
  return (
    <div className="filters">
      <SearchField value={search.q ?? ''} label={words.search} hint={words.searchHint} onSearch={(q) => say({ q })} />
      <WordSelect
        label={words.fields.nature}
        all={words.allNatures}
        names={words.natures}
        value={search.nature ?? ''}
        onChange={(nature) => say({ nature: nature as PurchasesSearch['nature'] })}
      />
      <WordSelect
        label={words.fields.method}
        all={words.allMethods}
        names={methods}
        value={search.reglement ?? ''}
        onChange={(method) => say({ reglement: method as PurchasesSearch['reglement'] })}
      />
    </div>
  );
}

/** A choice of a word, or of none. */
export function WordSelect({
  label,
  all,
  names,
  value,
  onChange,
}: {
  label: string;
  /** The name of no choice. */
  all: string;
  names: Readonly<Record<string, string>>;
  value: string;
  onChange: (word: string | undefined) => void;
}) {
  return (
    <select
      className="input pick"
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      <option value="">{all}</option>
      {Object.entries(names).map(([word, name]) => (
        <option key={word} value={word}>
          {name}
        </option>
      ))}
    </select>
  );
}
