import { useEffect, useState } from 'react';
import { useTranslations } from '../../locales/language.ts';

/** Until then an answer is taken to be about to come: nothing is shown that would flash. */
const AFTER_MS = 200;

/** Ruled lines where rows will be: no spinner, and no jump when they come. */
export function Waiting({ rows = 6 }: { rows?: number }) {
  const words = useTranslations('app');
  const [shown, show] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => show(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={shown ? 'ruled shown' : 'ruled'} style={{ height: `calc(${rows} * var(--row))` }} aria-busy="true">
      <span className="sr">{words.loading}</span>
    </div>
  );
}
