import { useState } from 'react';
import { useTranslations } from '../../locales/language.ts';
import { AccessibleText } from './accessible-text.tsx';
import type { Billing } from './document-queries.ts';
import { PrintedPages } from './page-images.tsx';

type View = 'pages' | 'text';

/** Pages scaled to a phone are illegible, so the text comes first there. */
const viewAtFirst = (): View => (window.matchMedia('(max-width: 45rem)').matches ? 'text' : 'pages');

/** The document as printed pages, or as text. */
export function Sheet({ billing }: { billing: Billing }) {
  const words = useTranslations('finalized').paper;
  const [view, setView] = useState(viewAtFirst);
  return (
    <>
      <div className="segmented-control paper-view" role="group" aria-label={words.view}>
        {(['pages', 'text'] as const).map((each) => (
          <button key={each} type="button" aria-pressed={each === view} onClick={() => setView(each)}>
            {words.views[each]}
          </button>
        ))}
      </div>
      {view === 'pages' && <PrintedPages billing={billing} />}
      <AccessibleText billing={billing} isForScreenReaders={view === 'pages'} />
    </>
  );
}
