import type { CSSProperties } from 'react';
import type { Theme } from '../client/schemas.ts';

/** The seller's colours and letters on a sheet; text on them is as the design says. */
export const coloursOf = (theme: Theme | undefined): CSSProperties | undefined =>
  theme &&
  ({
    '--accent': theme.colours.accent,
    '--on-accent': theme.colours.onAccent,
    '--tint-light': theme.colours.surface,
    '--accent-light': theme.colours.accent,
    fontFamily: theme.typeface.startsWith('Source') ? `'Source Serif 4', ${SERIF}` : undefined,
  } as CSSProperties);

const SERIF = 'Georgia, serif';
