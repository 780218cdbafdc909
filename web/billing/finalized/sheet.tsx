import { useState } from 'react';
import { useTranslations } from '../../locales/language.ts';
import { AccessibleText } from './accessible-text.tsx';
import type { Billing } from './document-queries.ts';
import { PrintedPages } from './page-images.tsx';

type View = 'pages' | 'text';

/** Pages shrunk to a phone are read by nobody: there the text comes first. */
const viewAtFirst = (): View => (window.matchMedia('(max-width: 45rem)').matches ? 'text' : 'pages');

/** The paper of a document that stands: its pages as the printer sets them, or what stands on them as text. */
export function Sheet({ billing }: { billing: Billing }) {
  const words = useTranslations('finalized').paper;
  const [view, setView] = useState(viewAtFirst);
  return (
    <>
      <div className="seg paper-view" role="group" aria-label={words.view}>
        {(['pages', 'text'] as const).map((each) => (
          <button key={each} type="button" aria-pressed={each === view} onClick={() => setView(each)}>
            {words.views[each]}
          </button>
        ))}
      </div>
      {view === 'pages' && <PrintedPages billing={billing} />}
      <AccessibleText billing={billing} isHeardOnly={view === 'pages'} />
    </>
  );
}
