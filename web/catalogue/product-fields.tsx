import { useId } from 'react';
import type { Problem } from '../client/problem.ts';
import { Field } from '../ground/parts/field.tsx';
import { useWords } from '../words/language.ts';
import type { Typed } from './product-form.ts';

/** Members that have a field here. */
export const SHOWN = [
  'designation',
  'reference',
  'description',
  'type',
  'unit',
  'vatCode',
  'unitPrice',
  'purchasePrice',
  'productMargin',
  'stock',
] as const;

/** The fields of an article. */
export function ProductFields({
  typed,
  problem,
  onType,
}: {
  typed: Typed;
  problem: Problem | undefined;
  onType: (typed: Typed) => void;
}) {
  const { form, types, units, vat } = useWords('catalogue');
  const text = (
    name: 'designation' | 'reference' | 'description' | 'price' | 'purchasePrice' | 'margin' | 'stock',
    member: string = name,
  ) => ({
    label: form[name],
    value: typed[name],
    wrong: problem?.at(member),
    onChange: ({ target }: { target: { value: string } }) => onType({ ...typed, [name]: target.value }),
  });
  const choice = (name: 'type' | 'unit' | 'vatCode', label: string, words: Readonly<Record<string, string>>) => (
    <Choice label={label} value={typed[name]} words={words} onChoose={(value) => onType({ ...typed, [name]: value })} />
  );
  const tick = (name: 'taxesIncluded' | 'isStockable') => (
    <label className="choice">
      <input
        type="checkbox"
        className="check"
        checked={typed[name]}
        onChange={({ target }) => onType({ ...typed, [name]: target.checked })}
      />
      {form[name]}
    </label>
  );
  return (
    <>
      <div className="two">
        <Field {...text('designation')} required autoComplete="off" />
        <Field {...text('reference')} autoComplete="off" />
      </div>
      <Field {...text('description')} autoComplete="off" />
      <div className="two">
        {choice('type', form.type, types)}
        {choice('unit', form.unit, units)}
      </div>
      <div className="two">
        <Field {...text('price', 'unitPrice')} inputMode="decimal" hint={form.priceHint} />
        {choice('vatCode', form.vat, vat)}
      </div>
      {tick('taxesIncluded')}
      <div className="two">
        <Field {...text('purchasePrice')} inputMode="decimal" />
        <Field {...text('margin', 'productMargin')} inputMode="decimal" />
      </div>
      {tick('isStockable')}
      {typed.isStockable && <Field {...text('stock')} inputMode="decimal" />}
    </>
  );
}

function Choice({
  label,
  value,
  words,
  onChoose,
}: {
  label: string;
  value: string;
  words: Readonly<Record<string, string>>;
  onChoose: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" value={value} onChange={({ target }) => onChoose(target.value)}>
        {Object.entries(words).map(([name, said]) => (
          <option key={name} value={name}>
            {said}
          </option>
        ))}
      </select>
    </div>
  );
}
