import { type FormEvent, useState } from 'react';
import { amountText, centsOf } from '../../ground/money.tsx';
import { Field } from '../../ground/parts/field.tsx';
import { useWords } from '../../words/language.ts';

/** From how much, and up to how much, tax included. */
export function AmountFields({
  least,
  most,
  onSay,
}: {
  least: string | undefined;
  most: string | undefined;
  onSay: (amounts: { min?: string; max?: string }) => void;
}) {
  const words = useWords('registers').filters;
  const shown = (cents: string | undefined): string => (cents === undefined ? '' : amountText(Number(cents)));
  const [given, give] = useState({ min: shown(least), max: shown(most) });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const [min, max] = [centsOf(given.min), centsOf(given.max)];
    onSay({ ...(min !== undefined && { min: String(min) }), ...(max !== undefined && { max: String(max) }) });
  };
  return (
    <form className="fields" onSubmit={submit} noValidate>
      <div className="two">
        <Field
          label={words.least}
          inputMode="decimal"
          value={given.min}
          onChange={({ target }) => give({ ...given, min: target.value })}
        />
        <Field
          label={words.most}
          inputMode="decimal"
          value={given.max}
          onChange={({ target }) => give({ ...given, max: target.value })}
        />
      </div>
      <button type="submit" className="btn primary">
        {words.apply}
      </button>
    </form>
  );
}
