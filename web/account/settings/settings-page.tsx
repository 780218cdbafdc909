import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTitle } from '../../app/components/page.tsx';
import { timeOf } from '../../app/formats/dates.tsx';
import { IconArrowLeft, IconCheck } from '../../app/icons.tsx';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import './settings.css';

/** Settings page: title with back link on phones, last save time, introduction. */
export function SettingsPage({
  title,
  intro,
  savedAt,
  children,
}: {
  title: string;
  intro?: ReactNode;
  savedAt?: number | undefined;
  children: ReactNode;
}) {
  useTitle(title);
  const words = useTranslations('settings');
  const language = useLanguage();
  return (
    <>
      <div className="mobile-top">
        <Link className="icon-btn back" to="/reglages" aria-label={words.back}>
          <IconArrowLeft />
        </Link>
        <h1>{title}</h1>
      </div>
      <div className="page narrow settings-page">
        <header className="head">
          <h1 className="wide-only">{title}</h1>
          <span className="saved push" role="status">
            {savedAt !== undefined && (
              <>
                <IconCheck /> {words.savedAt(timeOf(savedAt, language))}
              </>
            )}
          </span>
        </header>
        {intro && <p className="set-intro quiet">{intro}</p>}
        {children}
      </div>
    </>
  );
}

/** A titled section of a settings page. */
export function Settings({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
