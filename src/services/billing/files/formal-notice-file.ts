import type { Seen } from '../../../domain/billing/document/draft-context.ts';
import type { Refused } from '../../../domain/refusal.ts';
import type { Context } from '../../context.ts';
import { themeOf } from '../../themes/find-theme.ts';

type NoticeFile = { readonly name: string; readonly mediaType: 'application/pdf'; readonly bytes: Buffer };

/**
 * Renders the PDF of the last formal notice after the transaction ended, in the document's design.
 * Its content was stored when it was made, whenever it is printed.
 */
export async function formalNoticeFile(
  context: Context,
  { document, facts }: Seen,
): Promise<(() => Promise<NoticeFile>) | Refused<'formal_notice_not_found'>> {
  const { sealed, life } = document;
  const { formalNotice: notice } = life;
  if (!notice || !sealed) return { refused: 'formal_notice_not_found' };
  const { zone } = facts.settings;
  const theme = await themeOf(context, document);
  const { printer, accountId, gone, serviceName } = context;
  return async () => {
    const { printedFormalNotice } = await import('../../../pdf/layout/formal-notice.ts');
    const printed = printedFormalNotice({ document, sealed, notice, zone, theme, serviceName });
    const bytes = await printer.renderPdf({ printed, ...(theme.logo && { logo: theme.logo }) }, { accountId, gone });
    const name = `mise-en-demeure-${sealed.number.replaceAll('/', '-')}-${notice.madeOn}.pdf`;
    return { name, mediaType: 'application/pdf', bytes };
  };
}
