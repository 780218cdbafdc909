import { Navigate } from '@tanstack/react-router';
import { Page } from '../../app/components/page.tsx';
import { useIsNarrow } from '../../app/components/use-narrow.ts';
import { useTranslations } from '../../locales/language.ts';
import { SettingsNav } from './settings-sidebar.tsx';
import './settings.css';

/** Start of the settings: the list of pages on narrow windows, the first page on wide ones. */
export function Screen() {
  const words = useTranslations('settings');
  const isNarrow = useIsNarrow(60);
  if (!isNarrow) return <Navigate to="/reglages/entreprise" replace />;
  return (
    <Page title={words.title}>
      <div className="places">
        <SettingsNav />
      </div>
    </Page>
  );
}
