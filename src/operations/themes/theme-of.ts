import type { BillingDocument } from '../../domain/document/document.ts';
import type { Kind } from '../../domain/document/kind.ts';
import { type KnownTheme, themeChosen } from '../../domain/theme/design.ts';
import type { Theme } from '../../domain/theme/theme.ts';
import { themeDefaults } from '../../store/themes.ts';
import type { Tx } from '../../store/transaction.ts';
import type { Context } from '../operation.ts';
import { knownTheme } from './known-theme.ts';

/** The theme a document is printed in today. */
export async function themeOf({ tx }: Pick<Context, 'tx'>, { kind, content }: BillingDocument): Promise<Theme> {
  const own = content.themeId === undefined ? undefined : await knownTheme(tx, content.themeId);
  return themeChosen(own, own ? undefined : await themeOfKind(tx, kind));
}

async function themeOfKind(tx: Tx, kind: Kind): Promise<KnownTheme | undefined> {
  const assigned = (await themeDefaults(tx))[kind];
  return assigned === undefined ? undefined : knownTheme(tx, assigned);
}
