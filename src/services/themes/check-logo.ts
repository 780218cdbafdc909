import { settingsOf } from '../../db/account/settings.ts';
import type { AccountSettings } from '../../domain/account/settings.ts';
import { defaultContent, freshDraft, noLines } from '../../domain/billing/document/new-draft.ts';
import { figuresOf } from '../../domain/billing/document/totals/document-figures.ts';
import type { Totals } from '../../domain/billing/document/totals/totals.ts';
import type { Refused } from '../../domain/refusal.ts';
import { logoProblem, unusableLogo } from '../../domain/themes/logo.ts';
import type { Theme } from '../../domain/themes/theme.ts';
import { DEFAULT_THEME } from '../../domain/themes/themes.ts';
import { PrintError } from '../../pdf/printer.ts';
import type { AfterCommitStep, Context } from '../context.ts';
import type { LogoForm } from './theme-form.ts';

type LogoRefusal = Refused<'theme_logo_unusable' | 'theme_logo_too_large'>;

/**
 * Calls `then` after a trial print with the logo: only the renderer knows what it can print, and
 * an invalid image would block printing of every document of the account.
 */
export async function withPrintableLogo<Answer>(
  context: Context,
  logo: LogoForm | null | undefined,
  then: (context: Context) => Promise<Answer>,
): Promise<Answer | LogoRefusal | AfterCommitStep<Answer | LogoRefusal, boolean>> {
  if (!logo) return then(context);
  const problem = logoProblem(logo, Buffer.from(logo.base64, 'base64'));
  if (problem) return problem;
  const { settings } = await settingsOf(context.tx);
  return {
    aside: () => prints(context, settings, { ...DEFAULT_THEME, logo }),
    after: async (again, isPrinted) => (isPrinted ? then(again) : unusableLogo('content')),
  };
}

/** Whether an empty draft can be printed with a theme. */
async function prints(
  { printer, serviceName, newId, now, test, accountId, gone }: Context,
  settings: AccountSettings,
  theme: Theme,
): Promise<boolean> {
  const { printedDocument } = await import('../../pdf/layout/document-layout.ts');
  const content = { ...defaultContent('estimate', settings, undefined, now), ...noLines, planned: [] };
  const blank = freshDraft({ kind: 'estimate', id: newId(), test, now, content, totals: {} as Totals });
  const document = { ...blank, totals: figuresOf(blank, undefined) };
  const printed = printedDocument({ document, facts: { settings, now }, theme, serviceName });
  try {
    await printer.renderPdf({ printed, ...(theme.logo && { logo: theme.logo }) }, { accountId, gone });
    return true;
  } catch (error) {
    // If the renderer is busy, late or closing, that says nothing about the logo.
    if (error instanceof PrintError) return false;
    throw error;
  }
}
