import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslations } from '../../locales/language.ts';
import { IconArrowLeft, IconSearch } from '../icons.tsx';
import { openPalette } from '../palette/overlay-state.ts';

/**
 * A screen: tab title and its only `h1`, above the content on wide windows and in the bar on narrow
 * ones. `heading` replaces the title on wide windows; `actions` are its buttons, one of them
 * primary; `back` is the back link on phones.
 */
export function Page({
  title,
  heading = title,
  actions,
  back,
  narrow = false,
  children,
}: {
  title: string;
  heading?: ReactNode;
  actions?: ReactNode;
  back?: { readonly to: string; readonly label: string };
  narrow?: boolean;
  children: ReactNode;
}) {
  useTitle(title);
  const words = useTranslations('app');
  return (
    <>
      <div className="mobile-top">
        {back && (
          <Link className="icon-btn back" to={back.to} aria-label={back.label}>
            <IconArrowLeft />
          </Link>
        )}
        <h1>{title}</h1>
        <span className="push">
          <button type="button" className="icon-btn" aria-label={words.search} onClick={openPalette}>
            <IconSearch />
          </button>
        </span>
      </div>
      <div className={narrow ? 'page narrow' : 'page'}>
        <header className={actions ? 'head' : 'head wide-only'}>
          <h1>{heading}</h1>
          {actions && <div className="head-actions">{actions}</div>}
        </header>
        {children}
      </div>
    </>
  );
}

/** Sets the tab title: screen, then product. */
export function useTitle(title: string): void {
  const { product } = useTranslations('app');
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
}
