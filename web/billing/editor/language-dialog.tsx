import { useState } from 'react';
import { Field } from '../../ground/parts/field.tsx';
import { useLanguage, useWords } from '../../words/language.ts';
import type { Draft } from './draft.ts';
import { useEditor } from './editor-context.ts';
import { Choice, SettingDialog } from './setting-dialog.tsx';
import { typedNumber } from './typed-number.ts';
import { writtenQuantity } from './written.ts';

const locales = ['fr', 'en', 'de', 'it', 'nl', 'pt', 'es'] as const satisfies Draft['locale'][];
const currencies = [
  ...([
    'EUR',
    'USD',
    'GBP',
    'CHF',
    'CAD',
    'AUD',
    'JPY',
    'SEK',
    'NOK',
    'DKK',
    'PLN',
    'CZK',
    'HUF',
    'RON',
    'BGN',
  ] as const),
  ...(['TRY', 'XOF', 'XAF', 'XPF', 'HKD', 'INR', 'ILS', 'KRW', 'MXN', 'BRL', 'CNH'] as const),
] satisfies Draft['currency']['code'][];
/** Units of another currency for one of the account's: as many decimals as a rate is said with. */
const RATE_DECIMALS = 6;

/** The language and the currency of the document. A rate is asked for where none is fixed. */
export function LanguageDialog({ close }: { close: () => void }) {
  const { draft, document, edit, company } = useEditor();
  const words = useWords('editor');
  const language = useLanguage();
  const own = company?.settings.currency ?? 'EUR';
  const { code, rate } = draft.currency;
  const [typed, setTyped] = useState<string>();
  // What is made of another document is in its currency.
  const isFixed = 'parent' in document && document.parent !== undefined;
  const known = currencies.some((each) => each === code) ? currencies : [code, ...currencies];
  return (
    <SettingDialog title={words.panel.language} close={close}>
      <Choice
        label={words.documentLanguage}
        value={draft.locale}
        options={locales.map((value) => ({ value, text: words.locales[value] }))}
        onChange={(locale) => edit('locale', { locale })}
      />
      {!isFixed && (
        <Choice
          label={words.currency}
          value={code}
          options={known.map((value) => ({ value, text: value }))}
          onChange={(after) => edit('currency', { currency: { code: after, rate: after === own ? 1 : 0 } })}
        />
      )}
      {!isFixed && code !== own && (
        <Field
          label={words.rate(code, own)}
          hint={words.rateHint}
          inputMode="decimal"
          value={typed ?? (rate > 0 ? writtenQuantity(rate, language) : '')}
          onChange={({ target }) => {
            setTyped(target.value);
            const read = typedNumber(target.value, RATE_DECIMALS);
            if (read.is === 'number' && read.value > 0) edit('currency', { currency: { code, rate: read.value } });
          }}
        />
      )}
    </SettingDialog>
  );
}
