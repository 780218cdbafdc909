import { useId } from 'react';
import { useCompany } from '../account/settings/company/company-settings.ts';
import { Field } from '../app/components/field.tsx';
import { amountText, money, percent } from '../app/formats/money.tsx';
import { centsOf } from '../app/formats/parse-number.ts';
import type { Answer, Asked } from '../client/call.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';

type VatRow = NonNullable<NonNullable<Asked<'record-purchase'>['body']>['vat']>[number];
type PurchaseLine = Answer<'list-purchases'>['docs'][number];
type Treatment = PurchaseLine['vat'][number]['treatment'];

/** The VAT of a purchase at one rate, as typed. */
export type TypedVat = {
  readonly key: string;
  readonly treatment: Treatment;
  /** Basis points. */
  readonly rate: number;
  readonly net: string;
  /** Empty: computed. */
  readonly vat: string;
  /** Empty: all of it. */
  readonly deductible: string;
};

/** Rates of a purchase; the service has the same limit. */
const ROWS_MAX = 10;
const RATES = [2000, 1000, 850, 550, 210];
/** 100 % in basis points. */
const WHOLE = 10_000;

type Language = ReturnType<typeof useLanguage>;

const emptyVat = (): TypedVat => ({
  ...{ key: crypto.randomUUID(), treatment: 'charged', rate: 2000, net: '', vat: '', deductible: '' },
});

/** The rows of a recorded purchase. */
export const typedVatOf = (rows: PurchaseLine['vat'], language: Language): TypedVat[] =>
  rows.map(({ treatment, rate, net, vat, deductible }) => ({
    ...{ key: crypto.randomUUID(), treatment, rate, net: amountText(net, language) },
    vat: treatment === 'charged' ? amountText(vat, language) : '',
    deductible: deductible === vat ? '' : amountText(deductible, language),
  }));

/** The rows for the service; undefined if an amount is missing or cannot be read. */
export function vatRowsOf(typed: readonly TypedVat[], language: Language): VatRow[] | undefined {
  const rows = typed.map((row) => vatRowOf(row, language));
  return rows.includes(undefined) ? undefined : (rows as VatRow[]);
}

function vatRowOf({ treatment, rate, ...said }: TypedVat, language: Language): VatRow | undefined {
  const net = centsOf(said.net, language);
  const optional = (text: string) => (text.trim() === '' ? undefined : (centsOf(text, language) ?? Number.NaN));
  const [vat, deductible] = [treatment === 'charged' ? optional(said.vat) : undefined, optional(said.deductible)];
  if (!net || Number.isNaN(vat) || Number.isNaN(deductible)) return undefined;
  return { treatment, rate, net, ...(vat !== undefined && { vat }), ...(deductible !== undefined && { deductible }) };
}

type OfVat = {
  readonly rows: readonly TypedVat[];
  readonly error: string | undefined;
  readonly onChange: (rows: TypedVat[]) => void;
};

/** The VAT of a purchase by rate; until it is opened, only the button that opens it. */
export function VatByRate({
  onChange,
  ...given
}: Omit<OfVat, 'onChange'> & { onChange: (change: { rows: TypedVat[] }) => void }) {
  const change = (rows: TypedVat[]): void => onChange({ rows });
  return given.rows.length === 0 ? <OpenVat onChange={change} /> : <VatRows {...given} onChange={change} />;
}

function OpenVat({ onChange }: Pick<OfVat, 'onChange'>) {
  const words = useTranslations('purchases').rates;
  return (
    <button type="button" className="btn quiet purchase-vat-open" onClick={() => onChange([emptyVat()])}>
      {words.open}
    </button>
  );
}

/** The VAT of a purchase by rate, with VAT that the business owes for its supplier. */
function VatRows({ rows, error, onChange }: OfVat) {
  const words = useTranslations('purchases').rates;
  const { settings } = useCompany();
  const deducts = settings?.vatRegime === 'normal' || settings?.vatRegime === 'simplified';
  const replace = (changed: TypedVat): void => onChange(rows.map((row) => (row.key === changed.key ? changed : row)));
  const isOwed = rows.some(({ treatment }) => treatment !== 'charged');
  const id = useId();
  return (
    <fieldset className="purchase-vat" aria-describedby={error ? id : undefined}>
      <legend className="label">{words.title}</legend>
      {rows.map((row, place) => (
        <Row
          key={row.key}
          {...{ row, deducts, place: place + 1 }}
          onChange={replace}
          onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
      {error && (
        <p className="field-error" id={id}>
          {error}
        </p>
      )}
      {isOwed && <p className="small quiet">{deducts ? words.owedSaid : words.owedInFranchise}</p>}
      {rows.length < ROWS_MAX && (
        <button type="button" className="btn quiet" onClick={() => onChange([...rows, emptyVat()])}>
          {words.add}
        </button>
      )}
    </fieldset>
  );
}

type OfRow = {
  readonly row: TypedVat;
  readonly place: number;
  readonly deducts: boolean;
  readonly onChange: (row: TypedVat) => void;
  readonly onRemove: () => void;
};

function Row({ row, place, deducts, onChange, onRemove }: OfRow) {
  const words = useTranslations('purchases').rates;
  const language = useLanguage();
  const computed = vatShown(row, language);
  const say = (change: Partial<TypedVat>): void => onChange({ ...row, ...change });
  const typed = row.vat.trim() === '' ? computed : centsOf(row.vat, language);
  const shown = row.treatment === 'charged' ? typed : computed;
  return (
    <fieldset className="purchase-entry">
      <legend className="screen-reader-only">{words.row(place)}</legend>
      <Choice
        label={words.treatment}
        value={row.treatment}
        options={Object.entries(words.treatments)}
        onChange={(treatment) => say({ treatment: treatment as Treatment })}
      />
      <Choice
        label={words.rate}
        value={String(row.rate)}
        options={[...new Set([...RATES, row.rate])].map((rate) => [String(rate), rateText(rate, language)])}
        onChange={(rate) => say({ rate: Number(rate) })}
      />
      <Field
        label={words.net}
        inputMode="decimal"
        value={row.net}
        onChange={({ target }) => say({ net: target.value })}
      />
      {row.treatment === 'charged' ? (
        <Field
          label={words.vat}
          inputMode="decimal"
          value={row.vat}
          placeholder={computed === undefined ? '' : amountText(computed, language)}
          onChange={({ target }) => say({ vat: target.value })}
        />
      ) : (
        <div className="field">
          <span className="label">{words.owed}</span>
          <output>{computed === undefined ? '–' : money(computed, 'EUR', language)}</output>
        </div>
      )}
      {deducts && (
        <Field
          label={words.deductible}
          inputMode="decimal"
          value={row.deductible}
          placeholder={shown === undefined ? '' : amountText(shown, language)}
          onChange={({ target }) => say({ deductible: target.value })}
        />
      )}
      <button type="button" className="btn text" aria-label={words.removeOf(place)} onClick={onRemove}>
        {words.remove}
      </button>
    </fieldset>
  );
}

const rateText = (rate: number, language: Language): string =>
  percent(rate / WHOLE, { decimals: rate % 100 === 0 ? 0 : 1 }, language);

/** The VAT of a base, rounded to the cent like that of the service; shown before it is recorded. */
function vatShown({ net, rate }: TypedVat, language: Language): number | undefined {
  const base = centsOf(net, language);
  return base === undefined ? undefined : Math.sign(base) * Math.round((Math.abs(base) * rate) / WHOLE);
}

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly (readonly [value: string, name: string])[];
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
