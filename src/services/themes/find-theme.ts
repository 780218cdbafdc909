import { findTheme } from '../../db/themes/themes.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Design, isBuiltIn, type KnownTheme, ownTheme } from '../../domain/themes/design.ts';
import { themes } from '../../domain/themes/themes.ts';
import { isUuid } from '../../schemas/fields/id.ts';

/** A theme by ID: a built-in one or one of the account. */
export async function findAnyTheme(tx: Tx, id: string): Promise<KnownTheme | undefined> {
  if (isBuiltIn(id)) return { theme: themes[id] };
  const kept = isUuid(id) ? await findTheme<Design>(tx, id) : undefined;
  return kept && ownTheme(kept);
}
