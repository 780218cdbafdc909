import { useEffect, useState } from 'react';
import { useTranslations } from '../../locales/language.ts';

/** Show nothing before this delay, to avoid a flash. */
const AFTER_MS = 200;

/** Skeleton rows: no spinner, and no layout shift when the rows arrive. */
export function Loading({ rows = 6 }: { rows?: number }) {
  const words = useTranslations('app');
  const [shown, show] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => show(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={shown ? 'ruled shown' : 'ruled'} style={{ height: `calc(${rows} * var(--row))` }} aria-busy="true">
      <span className="screen-reader-only">{words.loading}</span>
    </div>
  );
}
