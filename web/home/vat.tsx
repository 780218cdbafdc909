import { Section } from '../app/components/section.tsx';
import { monthOf } from '../app/formats/dates.tsx';
import { Money, percent } from '../app/formats/money.tsx';
import type { VatOfPeriod as Vat } from '../client/schemas.ts';
import type { Words } from '../locales/catalogues.ts';
import { type Language, useLanguage, useTranslations } from '../locales/language.ts';
import { FigureLink, Others } from './figure-link.tsx';

export type VatPeriod = 'month' | 'quarter' | 'year';

/** VAT of the current period, by rate. */
export function VatOfPeriod({
  vat,
  currency,
  onPeriod,
}: {
  vat: Vat;
  currency: string;
  onPeriod: (period: VatPeriod) => void;
}) {
  const words = useTranslations('home').vat;
  const language = useLanguage();
  return (
    <Section
      title={words.title}
      aside={
        <select
          className="input vat-period"
          aria-label={words.by}
          value={vat.period}
          onChange={(event) => onPeriod(event.target.value as VatPeriod)}
        >
          {(['month', 'quarter', 'year'] as const).map((each) => (
            <option key={each} value={each}>
              {each === vat.period ? named(vat, language, words) : words.periods[each]}
            </option>
          ))}
        </select>
      }
    >
      {vat.rates.length === 0 && <p className="small quiet">{words.none}</p>}
      <dl className="pairs">
        {vat.rates.map(({ vatCode, ratePercent, amount }) => (
          <div key={vatCode} className="pair">
            <dt>{words.rate(percent(ratePercent / 100, { decimals: 2 }, language))}</dt>
            <dd>
              <Money cents={amount} currency={currency} />
            </dd>
          </div>
        ))}
        <div className="pair">
          <dt className="total">{words.total}</dt>
          <dd className="total">
            <FigureLink figure={vat.total} currency={currency} />
          </dd>
        </div>
      </dl>
      <Others figure={vat.total} />
    </Section>
  );
}

const MONTHS_PER_QUARTER = 3;

function named({ period, from }: Vat, language: Language, words: Words<'home'>['vat']): string {
  const year = from.slice(0, 4);
  if (period === 'year') return year;
  if (period === 'month') return monthOf(from, language);
  return words.quarter(Math.ceil(Number(from.slice(5, 7)) / MONTHS_PER_QUARTER), year);
}
