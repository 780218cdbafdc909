import { isUuid } from '../../contract/id.ts';
import type { Theme } from '../../print/theme.ts';
import { themes } from '../../print/themes.ts';
import { findTheme, type KeptTheme } from '../../store/themes.ts';
import type { Tx } from '../../store/transaction.ts';

/** What an account keeps of a theme of its own: all it needs, so that it stays when the one it was made from changes. */
export type Design = Omit<Theme, 'id'> & { readonly basedOn: BuiltIn };

export type BuiltIn = keyof typeof themes;
export const builtIns = Object.keys(themes) as [BuiltIn, ...BuiltIn[]];
export const isBuiltIn = (id: string): id is BuiltIn => Object.hasOwn(themes, id);

/** A theme as the account knows it. One the service comes with has no day it was made on. */
export type KnownTheme = {
  readonly theme: Theme;
  readonly basedOn?: BuiltIn;
  readonly createdAt?: number;
  readonly updatedAt?: number;
};

/** A theme by its id: one the service comes with, or one of the account's own. */
export async function knownTheme(tx: Tx, id: string): Promise<KnownTheme | undefined> {
  if (isBuiltIn(id)) return { theme: themes[id] };
  const kept = isUuid(id) ? await findTheme<Design>(tx, id) : undefined;
  return kept && ownTheme(kept);
}

/** A theme of the account's own, as it was kept. */
export function ownTheme({ id, design, createdAt, updatedAt }: KeptTheme<Design>): KnownTheme {
  const { basedOn, ...theme } = design;
  return { theme: { ...theme, id }, basedOn, createdAt, updatedAt };
}
