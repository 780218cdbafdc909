import { type ReactNode, useLayoutEffect } from 'react';

/**
 * Gives the editor the whole window, by a class on the body: with `:has()`, the browser would
 * restyle thousands of elements on every change.
 */
export function FullWindow({ isDocked = false, children }: { isDocked?: boolean; children: ReactNode }) {
  useLayoutEffect(() => {
    window.document.body.classList.add('full-window');
    return () => window.document.body.classList.remove('full-window');
  }, []);
  return <div className={isDocked ? 'document-editor docked' : 'document-editor'}>{children}</div>;
}
