import { type FormEvent, useState } from 'react';
import { Field } from '../../app/components/field.tsx';
import { amountText } from '../../app/formats/money.tsx';
import { centsOf } from '../../app/formats/parse-number.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';

/** Amount range filter, tax included. */
export function AmountFields({
  least,
  most,
  onChange,
}: {
  least: string | undefined;
  most: string | undefined;
  onChange: (amounts: { min?: string; max?: string }) => void;
}) {
  const words = useTranslations('lists').filters;
  const language = useLanguage();
  const shown = (cents: string | undefined): string => (cents === undefined ? '' : amountText(Number(cents)));
  const [given, give] = useState({ min: shown(least), max: shown(most) });
  const [isSaid, say] = useState(false);
  const wrong = (text: string): string | undefined =>
    isSaid && text.trim() !== '' && centsOf(text, language) === undefined ? words.notAnAmount : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    say(true);
    if ([given.min, given.max].some((text) => text.trim() !== '' && centsOf(text, language) === undefined)) return;
    const [min, max] = [centsOf(given.min, language), centsOf(given.max, language)];
    onChange({ ...(min !== undefined && { min: String(min) }), ...(max !== undefined && { max: String(max) }) });
  };
  return (
    <form className="fields" onSubmit={submit} noValidate>
      <div className="two">
        <Field
          label={words.least}
          inputMode="decimal"
          value={given.min}
          onChange={({ target }) => give({ ...given, min: target.value })}
          error={wrong(given.min)}
        />
        <Field
          label={words.most}
          inputMode="decimal"
          value={given.max}
          onChange={({ target }) => give({ ...given, max: target.value })}
          error={wrong(given.max)}
        />
      </div>
      <button type="submit" className="btn primary">
        {words.apply}
      </button>
    </form>
  );
}
