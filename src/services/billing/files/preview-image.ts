import { createHash } from 'node:crypto';
import { type BillingDocument, isFinalized } from '../../../domain/billing/document/document.ts';
import type { DocumentGroup } from '../../../domain/billing/document/group/document-group.ts';
import type { Locale } from '../../../domain/billing/document/locale.ts';
import type { Theme } from '../../../domain/themes/theme.ts';
import type { Context } from '../../context.ts';
import { themeOf } from '../../themes/theme-of-document.ts';

/**
 * How to draw a document as printed, all pages in one image (SVG), without holding a connection.
 * Previews of finalized documents are cached until their version or theme changes.
 */
export async function previewImage(
  context: Context,
  { asked: { document, facts }, members }: DocumentGroup,
  locale: Locale = document.content.locale,
): Promise<() => Promise<Buffer>> {
  const theme = await themeOf(context, document);
  const { printer, serviceName, accountId, gone, shownDocuments } = context;
  const owner = `${accountId} pictures`;
  const mark = isFinalized(document) ? markOf(document, { theme, locale }) : undefined;
  return async () => {
    const drawn = mark === undefined ? undefined : shownDocuments.get(owner, mark);
    if (drawn) return drawn;
    const { printedDocument } = await import('../../../pdf/layout/document-layout.ts');
    const printed = printedDocument({ document, facts, relatives: members, locale, theme, serviceName });
    const job = { printed, asSvg: true as const, ...(theme.logo && { logo: theme.logo }) };
    const picture = await printer.renderPdf(job, { accountId, gone });
    if (mark !== undefined) shownDocuments.keep(owner, mark, picture);
    return picture;
  };
}

function markOf({ id, version }: BillingDocument, { theme, locale }: { theme: Theme; locale: Locale }): string {
  const look = createHash('sha256').update(JSON.stringify(theme)).digest('base64');
  return `${id} ${version} ${locale} ${look}`;
}
