import { type ReactNode, useLayoutEffect } from 'react';

/**
 * Gives the editor the whole window, by a class on the body: with `:has()`, the browser would
 * restyle thousands of elements on every change.
 */
export function FullWindow({ isDocked = false, children }: { isDocked?: boolean; children: ReactNode }) {
  useLayoutEffect(() => {
    window.document.body.classList.add('writes');
    return () => window.document.body.classList.remove('writes');
  }, []);
  return <div className={isDocked ? 'edits docked' : 'edits'}>{children}</div>;
}
