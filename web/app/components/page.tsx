import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslations } from '../../locales/language.ts';
import { IconArrowLeft, IconSearch } from '../icons.tsx';
import { openPalette } from '../palette/overlay-state.ts';

/**
 * A screen: its title in the tab and its one `h1`, at the top on a wide window and in the bar on a narrow one. `heading` is what stands
 * there on a wide window where that is another sentence; `actions` are its buttons, one of them filled; `back` is where a phone goes back to.
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

/** Names the tab: the screen first, then the product. */
export function useTitle(title: string): void {
  const { product } = useTranslations('app');
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
}
