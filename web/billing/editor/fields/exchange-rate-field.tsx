import { useState } from 'react';
import { Field } from '../../../app/components/field.tsx';
import { dayOf, longDay } from '../../../app/formats/dates.tsx';
import { parseNumber } from '../../../app/formats/parse-number.ts';
import { useOperation } from '../../../client/use-query.ts';
import { useLanguage, useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import { formatRate } from './format-numbers.ts';
import { useTypedField } from './use-parsed-field.ts';

/** Maximum decimals of a rate. */
const RATE_DECIMALS = 6;

/**
 * Exchange rate of a document in another currency: the reference rate with its date and source, or
 * an agreed rate typed over it. Clearing the field restores the reference rate.
 */
export function RateField({ ownCurrency }: { ownCurrency: string }) {
  const { draft } = useEditor();
  const { unread, put } = useTypedField('rate');
  const words = useTranslations('editor');
  const language = useLanguage();
  const { code, rate } = draft.currency;
  const [typed, setTyped] = useState<string>();
  // The rate before typing, kept while the text is unreadable.
  const [began, setBegan] = useState(rate);
  const { data } = useOperation('get-currency-rates', { query: { day: dayOf(draft.emittedAt) } });
  const byItself = data?.rates.find(({ currencyCode }) => currencyCode === code);
  const lacking = data?.missing.find(({ currencyCode }) => currencyCode === code);
  const said = byItself && {
    rate: formatRate(byItself.currencyRate, language),
    day: longDay(byItself.currencyDate),
    source: words.rateSources[byItself.origin],
  };
  const hint = (): string => {
    if (rate !== null) return words.rateOwn;
    if (lacking) return words.rateLacking[lacking.reason];
    if (!said) return '';
    return byItself?.origin === 'ECB' ? words.rateFollows(said.day) : words.rateFixed;
  };
  const written = rate === null ? (said?.rate ?? '') : formatRate(rate, language);
  return (
    <>
      <Field
        label={words.rate(code, ownCurrency)}
        hint={hint()}
        inputMode="decimal"
        autoComplete="off"
        value={unread ?? typed ?? written}
        error={unread === undefined ? undefined : words.rateFault}
        onFocus={() => unread === undefined && setBegan(rate)}
        onBlur={() => setTyped(undefined)}
        onChange={({ target }) => {
          setTyped(target.value);
          const read = parseNumber(target.value, language, RATE_DECIMALS);
          if (read.is === 'nothing') put({ currency: { code, rate: null } }, undefined);
          else if (read.is === 'number' && read.value > 0) put({ currency: { code, rate: read.value } }, undefined);
          else put({ currency: { code, rate: began } }, target.value);
        }}
      />
      {rate !== null && said && (
        <button
          type="button"
          className="btn"
          onClick={() => {
            setTyped(undefined);
            put({ currency: { code, rate: null } }, undefined);
          }}
        >
          {words.rateBack(said.rate, said.source)}
        </button>
      )}
    </>
  );
}
