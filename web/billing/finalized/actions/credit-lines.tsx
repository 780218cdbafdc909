import { percent } from '../../../app/formats/money.tsx';
import { useTranslations } from '../../../locales/language.ts';
import type { Claim } from '../document-queries.ts';
import { bare } from '../format-figure.ts';
import type { CreditDraft } from './credit-note-lines.ts';

/** Errors of the entered amounts: per line, and overall. */
export type Wrongs = { readonly lines: readonly (string | undefined)[]; readonly whole?: string };

/** Each line with what was billed, what is left, and the amount to credit. */
export function CreditLines({
  billing,
  draft,
  typed,
  errors,
  change,
}: {
  billing: Claim;
  draft: CreditDraft;
  typed: readonly string[];
  errors: Wrongs;
  change: (place: number, text: string) => void;
}) {
  const words = useTranslations('finalized').credit;
  const billed = billing.type === 'invoice' && billing.lines.length === draft.lines.length ? billing.lines : undefined;
  const rates = new Map(draft.total.vatDetails.map(({ vatCode, vatRate }) => [vatCode, vatRate]));
  return (
    <>
      <p className="quiet">{words.partSaid}</p>
      <table className="mini owed">
        <caption className="screen-reader-only">{words.what}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="screen-reader-only">{words.part}</span>
            </th>
            {billed && <th scope="col">{words.billed}</th>}
            <th scope="col">{words.left}</th>
            <th scope="col">{words.vat}</th>
            <th scope="col">{words.toCredit}</th>
          </tr>
        </thead>
        <tbody>
          {draft.lines.map((line, place) => {
            const most = bare(line.priceWithoutTaxAfterDiscount);
            return (
              <tr key={line.id}>
                <th scope="row">{line.designation}</th>
                {billed && <td data-k={words.billed}>{bare(billed[place]?.priceWithoutTaxAfterDiscount ?? 0)}</td>}
                <td data-k={words.left}>{most}</td>
                <td data-k={words.vat}>{percent((rates.get(line.vatCode) ?? 0) / 100, { decimals: 2 })}</td>
                <td data-k={words.toCredit}>
                  <AmountOfLine
                    place={place}
                    label={words.lineLabel(line.designation, most)}
                    value={typed[place] ?? ''}
                    error={errors.lines[place]}
                    change={change}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {errors.whole && (
        <p className="field-error" role="alert">
          {errors.whole}
        </p>
      )}
      <Caps draft={draft} />
    </>
  );
}

function AmountOfLine({
  place,
  label,
  value,
  error,
  change,
}: {
  place: number;
  label: string;
  value: string;
  error: string | undefined;
  change: (place: number, text: string) => void;
}) {
  const id = `credit-wrong-${place}`;
  return (
    <>
      <input
        className="input numeric"
        inputMode="decimal"
        value={value}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        onChange={({ target }) => change(place, target.value)}
      />
      {error && (
        <p className="field-error" id={id}>
          {error}
        </p>
      )}
    </>
  );
}

/** What can still be credited per VAT code. */
function Caps({ draft }: { draft: CreditDraft }) {
  const words = useTranslations('finalized').credit;
  return (
    <table className="mini caps">
      <caption>{words.byVat}</caption>
      <thead>
        <tr>
          <th scope="col">{words.vat}</th>
          <th scope="col">{words.vatBase}</th>
        </tr>
      </thead>
      <tbody>
        {draft.total.vatDetails.map(({ vatCode, vatRate, amount }) => (
          <tr key={vatCode}>
            <td>{percent(vatRate / 100, { decimals: 2 })}</td>
            <td>{bare(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td>{words.totals}</td>
          <td>{bare(draft.total.amountWithTaxAfterDiscount)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
