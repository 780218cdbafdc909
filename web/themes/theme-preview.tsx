import { useEffect, useRef, useState } from 'react';
import type { Asked } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';

export type ThemeChange = NonNullable<Asked<'preview-theme'>['body']>;

/**
 * A sample invoice rendered in a design with its unsaved changes. The previous image stays while it
 * renders, and if a change is refused.
 */
export function ThemePreview({
  themeId,
  change = {},
  label,
  onRefused,
}: {
  themeId: string;
  change?: ThemeChange;
  /** Alternative text; empty if the name is next to it. */
  label: string;
  onRefused?: (error: unknown) => void;
}) {
  const { data, error } = useOperation('preview-theme', { themeId, body: change });
  const picture = useRef<HTMLImageElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    if (!data || !picture.current) return;
    const made = URL.createObjectURL(data);
    picture.current.src = made;
    setDrawn(true);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  useEffect(() => onRefused?.(error ?? undefined), [error, onRefused]);
  return (
    <span className="theme-picture">
      <img ref={picture} alt={label} hidden={!isDrawn} />
    </span>
  );
}
