import { type Language, setLanguage, useLanguage, useTranslations } from '../../locales/language.ts';
import { useCompany } from './company/company-settings.ts';
import { ChoiceSetting } from './setting-fields.tsx';
import { Settings, SettingsPage } from './settings-page.tsx';

const LOCALES = ['fr', 'en', 'de', 'it', 'nl', 'pt', 'es'] as const;
const PAGES = ['fr', 'en'] as const;

/** Language of the page, and default language of new documents. */
export function Screen() {
  const words = useTranslations('settings').languages;
  const language = useLanguage();
  const { settings, mayChange, savedAt, save } = useCompany();
  return (
    <SettingsPage title={words.title} intro={words.intro} savedAt={savedAt}>
      <Settings title={words.title}>
        <ChoiceSetting<Language>
          label={words.page}
          value={language}
          options={PAGES.map((value) => ({ value, name: words.names[value] }))}
          save={(chosen) => setLanguage(chosen)}
        />
        {settings && (
          <ChoiceSetting
            label={words.documents}
            hint={words.documentsHint}
            value={settings.defaults.locale}
            options={LOCALES.map((value) => ({ value, name: words.names[value] }))}
            disabled={!mayChange}
            save={(locale) => save({ defaults: { locale } })}
          />
        )}
      </Settings>
    </SettingsPage>
  );
}
