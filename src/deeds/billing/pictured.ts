import type { Family } from '../../domain/billing/document/family.ts';
import type { Locale } from '../../domain/billing/document/locale.ts';
import type { Context } from '../context.ts';
import { themeOf } from '../themes/theme-of.ts';

/**
 * How to draw a document as it would be printed, all pages in one picture (SVG), while no connection is held. Nothing of it is kept:
 * it is for looking at while one writes.
 */
export async function pictured(
  context: Context,
  { asked: { document, facts }, members }: Family,
  locale: Locale = document.content.locale,
): Promise<() => Promise<Buffer>> {
  const theme = await themeOf(context, document);
  const { printer, serviceName, accountId, gone } = context;
  return async () => {
    const { printedDocument } = await import('../../print/printed-document.ts');
    const printed = printedDocument({ document, facts, relatives: members, locale, theme, serviceName });
    return printer.renderPdf({ printed, asSvg: true, ...(theme.logo && { logo: theme.logo }) }, { accountId, gone });
  };
}
