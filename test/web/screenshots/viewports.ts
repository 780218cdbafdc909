import type { Side } from '../accessibility-checks.ts';
import type { ScreenEntry } from '../screen-catalogue.ts';

/** Whose screens they are: the same in every run. */
export const PICTURED = { account: 'Camille Martin', person: 'camille' };

/** In this order only one thing changes from one side to the next. */
export const SIDES: readonly Side[] = [
  { width: 1440, height: 900, scheme: 'light' },
  { width: 1440, height: 900, scheme: 'dark' },
  { width: 390, height: 844, scheme: 'dark' },
  { width: 390, height: 844, scheme: 'light' },
];

/**
 * Whether git keeps little pictures of it: of what opens over a screen there are large ones alone.
 */
export const isKept = ({ open }: ScreenEntry): boolean => !open;

/**
 * What each side of a screen is called; what stands on it to be read is the same in light and dark.
 */
export const pictureName = ({ name }: ScreenEntry, { width, scheme }: Side): string => `${name}-${width}-${scheme}`;
export const textName = ({ name }: ScreenEntry, { width }: Side): string => `${name}-${width}`;
