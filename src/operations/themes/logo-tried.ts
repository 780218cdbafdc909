import type { AccountSettings } from '../../domain/account/settings.ts';
import { figuresOf } from '../../domain/document/figures.ts';
import { freshDraft, freshSaid, noLines } from '../../domain/document/new-draft.ts';
import type { Totals } from '../../domain/document/totals.ts';
import type { Refused } from '../../domain/refusal.ts';
import { pictureSize } from '../../domain/theme/picture-size.ts';
import { PrintError } from '../../print/render.ts';
import { LOGO_BYTES_MAX, type Theme } from '../../print/theme.ts';
import { DEFAULT_THEME } from '../../print/themes.ts';
import { settingsOf } from '../../store/settings.ts';
import type { Aside, Context } from '../operation.ts';
import type { LogoForm } from './theme-form.ts';

/** Pixels a logo may unfold to: a square of 2,000 prints 60 mm at 800 dots per inch. */
export const LOGO_PIXELS_MAX = 4_000_000;

/** What a logo may take of the height of a page: below it begin the parties, in the window of an envelope. */
export const LOGO_HEIGHT_MAX_MM = 40;

type LogoRefusal = Refused<'theme_logo_unusable' | 'theme_logo_too_large'>;
const unusable = (reason: Refused<'theme_logo_unusable'>['reason']): Refused<'theme_logo_unusable'> => ({
  refused: 'theme_logo_unusable',
  reason,
  limit: reason === 'height' ? LOGO_HEIGHT_MAX_MM : LOGO_PIXELS_MAX,
});

/**
 * Goes on with `then` once a logo has been printed on a trial: only what prints knows what it can print, and a picture
 * that cannot be would keep every document of the account from being printed.
 */
export async function logoTried<Answer>(
  context: Context,
  logo: LogoForm | null | undefined,
  then: (context: Context) => Promise<Answer>,
): Promise<Answer | LogoRefusal | Aside<Answer | LogoRefusal, boolean>> {
  if (!logo) return then(context);
  const problem = logoProblem(logo);
  if (problem) return problem;
  const { settings } = await settingsOf(context.tx);
  return {
    aside: () => prints(context, settings, { ...DEFAULT_THEME, logo }),
    after: async (again, isPrinted) => (isPrinted ? then(again) : unusable('content')),
  };
}

function logoProblem({ format, base64, widthMm }: LogoForm): LogoRefusal | undefined {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > LOGO_BYTES_MAX) return { refused: 'theme_logo_too_large', limit: LOGO_BYTES_MAX };
  const size = pictureSize(format, bytes);
  if (!size) return unusable('content');
  if (size.width * size.height > LOGO_PIXELS_MAX) return unusable('pixels');
  return (widthMm * size.height) / size.width > LOGO_HEIGHT_MAX_MM ? unusable('height') : undefined;
}

/** Whether an empty draft can be printed in a theme. */
async function prints(
  { printer, serviceName, newId, now, test, accountId, gone }: Context,
  settings: AccountSettings,
  theme: Theme,
): Promise<boolean> {
  const { printedDocument } = await import('../../print/printed-document.ts');
  const content = { ...freshSaid('estimate', settings, undefined, now), ...noLines, planned: [] };
  const blank = freshDraft({ kind: 'estimate', id: newId(), test, now, content, totals: {} as Totals });
  const document = { ...blank, totals: figuresOf(blank, undefined) };
  const printed = printedDocument({ document, facts: { settings, now }, theme, serviceName });
  try {
    await printer.renderPdf({ printed, ...(theme.logo && { logo: theme.logo }) }, { accountId, gone });
    return true;
  } catch (error) {
    // That it is busy or closing says nothing about the logo.
    if (error instanceof PrintError && error.reason !== 'closed') return false;
    throw error;
  }
}
