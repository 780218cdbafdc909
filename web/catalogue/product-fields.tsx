import { useId } from 'react';
import { Field } from '../app/components/field.tsx';
import { type Offered, Options, parted } from '../app/components/select-options.tsx';
import { isAmbiguous, parsePrice } from '../app/formats/parse-number.ts';
import { formatPrice } from '../billing/editor/fields/format-numbers.ts';
import type { Answer } from '../client/call.ts';
import type { Problem } from '../client/problem.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import type { Typed } from './product-form.ts';

/** The VAT codes, those suitable for the account first. */
export type VatCodes = Answer<'get-vat-choices'>['codes'];

/** Members with a field in this form. */
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

/** The fields of a product. */
export function ProductFields({
  typed,
  vatCodes,
  problem,
  onType,
}: {
  typed: Typed;
  vatCodes: VatCodes;
  problem: Problem | undefined;
  onType: (typed: Typed) => void;
}) {
  const { form, types, units, vat, vatOthers } = useTranslations('catalogue');
  const language = useLanguage();
  const text = (
    name: 'designation' | 'reference' | 'description' | 'price' | 'purchasePrice' | 'margin' | 'stock',
    member: string = name,
  ) => ({
    label: form[name],
    value: typed[name],
    error: problem?.at(member),
    onChange: ({ target }: { target: { value: string } }) => onType({ ...typed, [name]: target.value }),
  });
  // Some read three digits after a single sign as thousands: show the understood value while
  // typing.
  const understood = (price: string): string | undefined => {
    const read = parsePrice(price, language);
    return isAmbiguous(price) && read.is === 'number' ? form.readAs(formatPrice(read.value, language)) : undefined;
  };
  const choice = (name: 'type' | 'unit' | 'vatCode', label: string, offered: Offered<string>) => (
    <Choice label={label} value={typed[name]} onChoose={(value) => onType({ ...typed, [name]: value })} {...offered} />
  );
  const codes = vatCodes.map(({ vatCode, fits }) => ({ value: vatCode as string, text: vat[vatCode], fits }));
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
        {choice('type', form.type, { options: named(types) })}
        {choice('unit', form.unit, { options: named(units) })}
      </div>
      <div className="two">
        <Field {...text('price', 'unitPrice')} inputMode="decimal" hint={understood(typed.price) ?? form.priceHint} />
        {choice('vatCode', form.vat, parted(codes, vatOthers))}
      </div>
      {tick('taxesIncluded')}
      <div className="two">
        <Field {...text('purchasePrice')} inputMode="decimal" hint={understood(typed.purchasePrice)} />
        <Field {...text('margin', 'productMargin')} inputMode="decimal" />
      </div>
      {tick('isStockable')}
      {typed.isStockable && <Field {...text('stock')} inputMode="decimal" />}
    </>
  );
}

const named = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, text]) => ({ value, text }));

function Choice({
  label,
  value,
  onChoose,
  ...offered
}: {
  label: string;
  value: string;
  onChoose: (value: string) => void;
} & Offered<string>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" value={value} onChange={({ target }) => onChoose(target.value)}>
        <Options {...offered} />
      </select>
    </div>
  );
}
