import { Fragment } from 'react';
import { Money, percent } from '../app/formats/money.tsx';
import type { Answer } from '../client/call.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';

type Invoice = NonNullable<Answer<'get-supplier-invoice'>['invoice']>;
type Vat = Invoice['breakdown'][number]['vat'];

/** Lines that are drawn; the original has all of them. */
const SHOWN_LINES = 500;

/** The lines of a received invoice. */
export function Lines({ invoice: { lines, currency } }: { invoice: Invoice }) {
  const words = useTranslations('received');
  const decimal = useDecimal();
  const rate = useRate();
  return (
    <>
      <table className="received-lines">
        <thead>
          <tr>
            <th scope="col">{words.line.name}</th>
            <th scope="col" className="numeric">
              {words.line.quantity}
            </th>
            <th scope="col" className="numeric received-price">
              {words.line.price}
            </th>
            <th scope="col" className="numeric">
              {words.line.vat}
            </th>
            <th scope="col" className="numeric">
              {words.line.net}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, SHOWN_LINES).map(({ id, name, description, quantity, price, baseQuantity, vat, net }, at) => (
            // Ids of lines come from the supplier and may repeat.
            <tr key={`${at} ${id}`}>
              <td>
                {name}
                {description && <span className="quiet small received-text">{description}</span>}
              </td>
              <td className="numeric">{quantity && decimal(quantity)}</td>
              <td className="numeric received-price">
                {price && decimal(withCents(price))}
                {baseQuantity && baseQuantity !== '1' && ` / ${decimal(baseQuantity)}`}
              </td>
              <td className="numeric">{vat && rate(vat)}</td>
              <td className="numeric">
                <Money cents={net} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > SHOWN_LINES && <p className="quiet">{words.moreLines(lines.length - SHOWN_LINES)}</p>}
    </>
  );
}

/** Adjustments, VAT by rate and totals. */
export function Amounts({ invoice: { adjustments, breakdown, totals, currency } }: { invoice: Invoice }) {
  const words = useTranslations('received').totals;
  const rate = useRate();
  const rows: readonly (readonly [name: string, cents: number | undefined])[] = [
    ...adjustments.map(
      ({ charge, amount, reason }) =>
        [reason ?? (charge ? words.charge : words.discount), charge ? amount : -amount] as const,
    ),
    [words.net, totals.net],
    ...breakdown.map(({ vat, tax }) => [words.vatAt(rate(vat), vat.reason?.text ?? ''), tax] as const),
    [words.tax, totals.tax],
    [words.total, totals.total],
    [words.prepaid, totals.prepaid === 0 ? undefined : -totals.prepaid],
    [words.rounding, totals.rounding === 0 ? undefined : totals.rounding],
    [words.due, totals.due],
  ];
  return (
    <dl className="pairs received-totals">
      {rows.map(([name, cents], at) =>
        cents === undefined ? null : (
          // Names may repeat.
          <Fragment key={`${at} ${name}`}>
            <dt>{name}</dt>
            <dd className="numeric">
              <Money cents={cents} currency={currency} />
            </dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}

function useRate(): ({ rate, category }: Vat) => string {
  const language = useLanguage();
  const { totals } = useTranslations('received');
  return ({ rate, category }) =>
    rate === undefined || category === 'O'
      ? totals.outside
      : percent(rate / 10_000, { decimals: rate % 100 ? 2 : 0 }, language);
}

/** A decimal text as the language writes it; its decimals stay as they are. */
function useDecimal(): (text: string) => string {
  const language = useLanguage();
  return (text) => {
    const [whole = '', decimals] = text.split('.');
    const grouped = /^-?\d+$/.test(whole) ? new Intl.NumberFormat(language).format(BigInt(whole)) : whole;
    return decimals === undefined ? grouped : `${grouped}${language === 'fr' ? ',' : '.'}${decimals}`;
  };
}

/** A price with at least two decimals. */
function withCents(price: string): string {
  const [whole, decimals = ''] = price.split('.');
  return `${whole}.${decimals.padEnd(2, '0')}`;
}
