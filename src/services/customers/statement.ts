import { settingsOf } from '../../db/account/settings.ts';
import { findCustomers } from '../../db/customers/customer-batch.ts';
import type { Known } from '../../db/customers/customers.ts';
import { statementMovements } from '../../db/customers/statement-movements.ts';
import type { AccountSettings } from '../../domain/account/settings.ts';
import type { Locale } from '../../domain/billing/document/locale.ts';
import { partyOf } from '../../domain/customers/party-from-customer.ts';
import { lengthRefused, periodRefused, type Statement, statementOf } from '../../domain/customers/statement.ts';
import type { CurrencyCode } from '../../domain/money/currency.ts';
import type { Refused } from '../../domain/refusal.ts';
import { type CivilDay, civilDayOf } from '../../domain/time/civil-day.ts';
import type { Context } from '../context.ts';
import { themeOfKindToday } from '../themes/find-theme.ts';

/** The requested statement. Default: this year until today. */
type StatementRequest = {
  readonly id: string;
  readonly from?: CivilDay | undefined;
  readonly to?: CivilDay | undefined;
  readonly currency?: CurrencyCode | undefined;
};
type SeenStatement = {
  readonly statement: Statement;
  readonly currency: CurrencyCode;
  readonly from: CivilDay;
  readonly to: CivilDay;
  readonly today: CivilDay;
  readonly customer: Known;
  readonly settings: AccountSettings;
};

/** The statement of a customer in the caller's mode, in one currency: the account's by default. */
export async function loadStatement(
  { tx, test, now }: Pick<Context, 'tx' | 'test' | 'now'>,
  { id, currency: asked, ...days }: StatementRequest,
): Promise<SeenStatement | Refused<'customer_not_found' | 'period_inverted' | 'statement_too_long'>> {
  const [{ settings }, [customer]] = await Promise.all([settingsOf(tx), findCustomers(tx, [id], test)]);
  if (!customer) return { refused: 'customer_not_found' };
  const { zone, currency: own } = settings;
  const today = civilDayOf(now, zone);
  const to = days.to ?? today;
  const from = days.from ?? `${to.slice(0, 4)}-01-01`;
  const inverted = periodRefused({ from, to });
  if (inverted) return inverted;
  const currency = asked ?? own;
  const { opening, movements } = await statementMovements(tx, { customerId: id, test, currency, from, to, zone });
  const tooLong = lengthRefused(movements);
  if (tooLong) return tooLong;
  return { statement: statementOf(opening, movements), currency, from, to, today, customer, settings };
}

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
