import { findTheme, themeDefaults } from '../../db/themes/themes.ts';
import type { Tx } from '../../db/transaction.ts';
import type { BillingDocument } from '../../domain/billing/document/document.ts';
import type { Kind } from '../../domain/billing/document/kind.ts';
import { type Design, isBuiltIn, type KnownTheme, ownTheme, themeChosen } from '../../domain/themes/design.ts';
import type { Theme } from '../../domain/themes/theme.ts';
import { themes } from '../../domain/themes/themes.ts';
import { isUuid } from '../../schemas/fields/id.ts';
import type { Context } from '../context.ts';

/** The theme a document is printed with today. */
export async function themeOf({ tx }: Pick<Context, 'tx'>, { kind, content }: BillingDocument): Promise<Theme> {
  const own = content.themeId === undefined ? undefined : await findAnyTheme(tx, content.themeId);
  return themeChosen(own, own ? undefined : await themeOfKind(tx, kind));
}

/** The theme a new document of a kind would be printed with. */
export const themeOfKindToday = async ({ tx }: Pick<Context, 'tx'>, kind: Kind): Promise<Theme> =>
  themeChosen(undefined, await themeOfKind(tx, kind));

async function themeOfKind(tx: Tx, kind: Kind): Promise<KnownTheme | undefined> {
  const assigned = (await themeDefaults(tx))[kind];
  return assigned === undefined ? undefined : findAnyTheme(tx, assigned);
}

/** A theme by ID: a built-in one or one of the account. */
export async function findAnyTheme(tx: Tx, id: string): Promise<KnownTheme | undefined> {
  if (isBuiltIn(id)) return { theme: themes[id] };
  const kept = isUuid(id) ? await findTheme<Design>(tx, id) : undefined;
  return kept && ownTheme(kept);
}
