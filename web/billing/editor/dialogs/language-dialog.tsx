import { currenciesWith, currencyName } from '../../../app/formats/currencies.ts';
import { useLanguage, useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import type { Draft } from '../draft/draft.ts';
import { RateField } from '../fields/exchange-rate-field.tsx';
import { updateUnreadable } from '../fields/unreadable-input.ts';
import { Choice, SettingDialog } from './setting-dialog.tsx';

const locales = ['fr', 'en', 'de', 'it', 'nl', 'pt', 'es'] as const satisfies Draft['locale'][];
/** Language, currency and exchange rate of the document. */
export function LanguageDialog({ close }: { close: () => void }) {
  const { draft, document, edit, company } = useEditor();
  const words = useTranslations('editor');
  const language = useLanguage();
  const own = company?.settings.currency ?? 'EUR';
  const { code } = draft.currency;
  // A document created from another keeps its currency.
  const isFixed = 'parent' in document && document.parent !== undefined;
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
          options={currenciesWith(code).map((value) => ({ value, text: currencyName(value, language) }))}
          onChange={(after) =>
            edit('currency', {
              currency: { code: after, rate: null },
              unread: updateUnreadable(draft.unread, 'rate', undefined),
            })
          }
        />
      )}
      {!isFixed && code !== own && <RateField key={code} ownCurrency={own} />}
    </SettingDialog>
  );
}
