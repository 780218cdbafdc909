import type { Side } from '../accessibility-checks.ts';
import type { ScreenEntry } from '../screen-catalogue.ts';

/** Account and owner of the screens: the same in every run. */
export const PICTURED = { account: 'Camille Martin', person: 'camille' };

/** In this order only one thing changes from one variant to the next. */
export const SIDES: readonly Side[] = [
  { width: 1440, height: 900, scheme: 'light' },
  { width: 1440, height: 900, scheme: 'dark' },
  { width: 390, height: 844, scheme: 'dark' },
  { width: 390, height: 844, scheme: 'light' },
];

/** Whether git stores small pictures of it: dialogs and menus have large ones only. */
export const isKept = ({ open }: ScreenEntry): boolean => !open;

/** The name of each variant of a screen; its text is the same in light and dark. */
export const pictureName = ({ name }: ScreenEntry, { width, scheme }: Side): string => `${name}-${width}-${scheme}`;
export const textName = ({ name }: ScreenEntry, { width }: Side): string => `${name}-${width}`;
