import { useLocation } from '@tanstack/react-router';
import { useTranslations } from '../locales/language.ts';
import { Page } from './components/page.tsx';
import { entries } from './navigation.ts';

/** Placeholder for a screen that does not exist yet. */
export function Screen() {
  const words = useTranslations('app');
  const { pathname } = useLocation();
  const entry = entries.find(({ to }) => to !== '/' && pathname.startsWith(to));
  return (
    <Page title={entry ? words.pages[entry.name] : words.pages.settings}>
      <div className="plain">
        <p>{words.soon}</p>
      </div>
    </Page>
  );
}
