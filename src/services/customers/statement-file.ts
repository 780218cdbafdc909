import type { Locale } from '../../domain/billing/document/locale.ts';
import { partyOf } from '../../domain/customers/party-from-customer.ts';
import type { Context } from '../context.ts';
import { themeOfKindToday } from '../themes/theme-of-document.ts';
import type { SeenStatement } from './load-statement.ts';

type StatementFile = { readonly name: string; readonly mediaType: 'application/pdf'; readonly bytes: Buffer };

/**
 * Renders the PDF of a statement after the transaction ended, in the invoice design, by default in
 * the customer's language. It is not stored.
 */
export async function statementFile(
  context: Context,
  { statement, currency, from, to, today, customer, settings }: SeenStatement,
  locale: Locale | undefined,
): Promise<() => Promise<StatementFile>> {
  const theme = await themeOfKindToday(context, 'invoice');
  const { printer, accountId, gone, now, serviceName } = context;
  const party = partyOf(customer.customer, customer.organization);
  return async () => {
    const { printedStatement } = await import('../../pdf/layout/customer-statement.ts');
    const printed = printedStatement({
      ...{ statement, currency, theme, serviceName, customer: party, settings },
      ...{ from, to, today: { day: today, at: now } },
      locale: locale ?? party.language ?? settings.defaults.locale,
    });
    const bytes = await printer.renderPdf({ printed, ...(theme.logo && { logo: theme.logo }) }, { accountId, gone });
    return { name: `releve-${from}-${to}.pdf`, mediaType: 'application/pdf', bytes };
  };
}
