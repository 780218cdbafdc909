import { Navigate } from '@tanstack/react-router';
import { Page } from '../../app/components/page.tsx';
import { useIsNarrow } from '../../app/components/use-narrow.ts';
import { useTranslations } from '../../locales/language.ts';
import { SettingsNav } from './settings-sidebar.tsx';
import './settings.css';

/** Where the settings begin: their pages on a narrow window, the first of them on a wide one. */
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
