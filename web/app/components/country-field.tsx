import { useId, useMemo } from 'react';
import { useLanguage } from '../../locales/language.ts';
import { COUNTRIES } from '../formats/countries.ts';

/** Country select, with country names in the language of the page. */
export function CountryField({
  label,
  code,
  onChoose,
}: {
  label: string;
  code: string;
  onChoose: (code: string) => void;
}) {
  const id = useId();
  const language = useLanguage();
  const named = useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    return COUNTRIES.map((each) => ({ each, name: names.of(each) ?? each })).toSorted((a, b) =>
      a.name.localeCompare(b.name, language),
    );
  }, [language]);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" value={code} onChange={({ target }) => onChoose(target.value)}>
        {named.map(({ each, name }) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
