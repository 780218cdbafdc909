import type { DocumentGroup } from '../../../domain/billing/document/group/document-group.ts';
import type { Locale } from '../../../domain/billing/document/locale.ts';
import type { Context } from '../../context.ts';
import { themeOf } from '../../themes/find-theme.ts';

/**
 * How to draw a document as printed, all pages in one image (SVG), without holding a connection.
 */
export async function previewImage(
  context: Context,
  { asked: { document, facts }, members }: DocumentGroup,
  locale: Locale = document.content.locale,
): Promise<() => Promise<Buffer>> {
  const theme = await themeOf(context, document);
  const { printer, serviceName, accountId, gone } = context;
  return async () => {
    const { printedDocument } = await import('../../../pdf/layout/document-layout.ts');
    const printed = printedDocument({ document, facts, relatives: members, locale, theme, serviceName });
    const job = { printed, asSvg: true as const, ...(theme.logo && { logo: theme.logo }) };
    return printer.renderPdf(job, { accountId, gone });
  };
}
