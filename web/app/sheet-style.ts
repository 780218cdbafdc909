import './style/designs.css';
import type { CSSProperties } from 'react';
import type { Theme } from '../client/schemas.ts';

/**
 * Style of a sheet: the layout of the chosen design (`designs.css`), its colours and its typeface.
 */
export const sheetStyle = (theme: Theme | undefined) => ({ 'data-design': theme?.structure, style: coloursOf(theme) });

/** The seller's colours and typeface; text on coloured areas follows the design. */
const coloursOf = (theme: Theme | undefined): CSSProperties | undefined =>
  theme &&
  ({
    '--accent': theme.colours.accent,
    '--on-accent': theme.colours.onAccent,
    '--tint-light': theme.colours.surface,
    '--accent-light': theme.colours.accent,
    fontFamily: theme.typeface === 'Inter' ? undefined : `'${theme.typeface}', ${FALLBACKS[theme.typeface]}`,
  } as CSSProperties);

/** Fallback for typefaces that neither the pages nor the device have. */
const FALLBACKS = {
  'Source Serif 4': 'Georgia, serif',
  'IBM Plex Sans': "'Inter', sans-serif",
  Figtree: "'Inter', sans-serif",
} as const satisfies Record<Exclude<Theme['typeface'], 'Inter'>, string>;
