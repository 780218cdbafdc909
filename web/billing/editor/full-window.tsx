import { type ReactNode, useLayoutEffect } from 'react';

/**
 * Where a document is written: it takes the whole window while it is there. A class of the body says so: by `:has()` the browser
 * styles every element anew whenever one comes or goes, and a document has thousands.
 */
export function FullWindow({ isDocked = false, children }: { isDocked?: boolean; children: ReactNode }) {
  useLayoutEffect(() => {
    window.document.body.classList.add('writes');
    return () => window.document.body.classList.remove('writes');
  }, []);
  return <div className={isDocked ? 'edits docked' : 'edits'}>{children}</div>;
}
