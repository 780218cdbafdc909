import { type RefObject, useEffect, useState } from 'react';

/** From this number of rows on, only those near the window are rendered. */
const WINDOWED_FROM = 150;
/** Pixels rendered above and below the window, for fast scrolling and keyboard navigation. */
const AROUND_PX = 1_200;

/** The rendered rows of a group, and the height of the rows left out above and below. */
export type Drawn = { readonly from: number; readonly to: number; readonly above: number; readonly below: number };

/**
 * Virtual scrolling of grouped rows. All rows have the height of the first rendered row, all titles
 * that of the first title, so 100,000 rows cost one screen. Undefined for short lists, which are
 * rendered whole.
 */
export function useVirtualRows(
  root: RefObject<HTMLElement | null>,
  groups: readonly { readonly count: number; readonly hasTitle: boolean }[],
): readonly Drawn[] | undefined {
  const isWindowed = groups.reduce((all, { count }) => all + count, 0) >= WINDOWED_FROM;
  const [height, setHeight] = useState({ row: 40, title: 44 });
  const [view, setView] = useState({ top: 0, bottom: 2_000 });

  useEffect(() => {
    if (!isWindowed) return;
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const high = (what: string, otherwise: number): number =>
        root.current?.querySelector<HTMLElement>(`[data-part="${what}"]`)?.offsetHeight ?? otherwise;
      setHeight((now) => {
        const measured = { row: high('row', now.row), title: high('title', now.title) };
        return measured.row === now.row && measured.title === now.title ? now : measured;
      });
      const top = -(root.current?.getBoundingClientRect().top ?? 0);
      // Rounded to half the margin: most frames then render nothing.
      const step = AROUND_PX / 2;
      const first = Math.floor((top - AROUND_PX) / step) * step;
      const last = Math.ceil((top + innerHeight + AROUND_PX) / step) * step;
      setView((now) => (now.top === first && now.bottom === last ? now : { top: first, bottom: last }));
    };
    const wait = (): void => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    addEventListener('scroll', wait, { passive: true });
    addEventListener('resize', wait, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', wait);
      removeEventListener('resize', wait);
    };
  }, [isWindowed, root]);
  return isWindowed ? drawnOf(groups, { ...view, ...height }) : undefined;
}

/** The rows of each group between two heights. */
export function drawnOf(
  groups: readonly { readonly count: number; readonly hasTitle: boolean }[],
  { top, bottom, row, title }: { top: number; bottom: number; row: number; title: number },
): Drawn[] {
  let at = 0;
  return groups.map(({ count, hasTitle }) => {
    const begin = at + (hasTitle ? title : 0);
    at = begin + count * row;
    const from = Math.min(Math.max(Math.floor((top - begin) / row), 0), count);
    const to = Math.max(Math.min(Math.ceil((bottom - begin) / row), count), from);
    return { from, to, above: from * row, below: (count - to) * row };
  });
}
