import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { dayOf, shortDay } from '../../app/formats/dates.tsx';
import { IconCircleCheck } from '../../app/icons.tsx';
import { useTranslations } from '../../locales/language.ts';
import { UndoImport } from './earlier-imports.tsx';
import type { Plan } from './import-files.tsx';

/** What an import brought, with the ways on and the way back. */
export function ImportResult({ plan, mayChange }: { plan: Plan; mayChange: boolean }) {
  const words = useTranslations('moveIn');
  const [isUndoing, setUndoing] = useState(false);
  const { result, state, undoneAt } = plan;
  if (state === 'undone')
    return <p className="notice">{words.undo.undone(undoneAt === undefined ? '' : shortDay(dayOf(undoneAt)))}</p>;
  if (!result) return null;
  const { documents, payments, customers, products, digest } = result;
  return (
    <section className="import-result" aria-label={words.result.title}>
      <h2>
        <IconCircleCheck /> {words.result.title}
      </h2>
      <p role="status">{words.result.said(documents, payments, customers, products)}</p>
      <p className="drop-buttons">
        {documents > 0 && (
          <Link to="/documents-repris" search={{ reprise: plan.id }} className="btn primary">
            {words.result.documents}
          </Link>
        )}
        <Link to="/" className="btn">
          {words.result.home}
        </Link>
        <Link to="/import" search={{}} className="btn">
          {words.result.another}
        </Link>
        {mayChange && (
          <button type="button" className="btn quiet" onClick={() => setUndoing(true)}>
            {words.undo.act}
          </button>
        )}
      </p>
      <details className="small quiet digest">
        <summary>{words.result.digest}</summary>
        <code>{digest}</code>
      </details>
      {isUndoing && <UndoImport of={plan} onClose={() => setUndoing(false)} />}
    </section>
  );
}
