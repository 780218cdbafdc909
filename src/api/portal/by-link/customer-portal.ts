import * as z from 'zod';
import { settingsOf } from '../../../db/account/settings.ts';
import { isInPortal } from '../../../db/portal/portal-documents.ts';
import { DOCUMENT_LINK_SECONDS } from '../../../domain/portal/customer-link.ts';
import { civilDayOf, yearOf } from '../../../domain/time/civil-day.ts';
import { customerOperation } from '../../../pipeline/customer-operation.ts';
import { locale } from '../../../schemas/fields/enumerations.ts';
import { id } from '../../../schemas/fields/id.ts';
import { email } from '../../../schemas/mail/email.ts';
import { documentLookups } from '../../../services/billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../../../services/billing/document-group/lock-document-group.ts';
import { loadStatement, statementFile } from '../../../services/customers/statement.ts';
import { activeLink, withCustomerLink } from '../../../services/portal/customer-link.ts';
import { mailPortalLinks } from '../../../services/portal/mail-portal-links.ts';
import { themeOfKindToday } from '../../../services/themes/find-theme.ts';

// Any link of the sender may be used: it only determines the account and the mode.
const anyLink = ['document', 'signature', 'portal'] as const;
const refusals = ['customer_link_not_found', 'links_slowed'] as const;

export const seePortalForm = customerOperation({
  name: 'see-portal-form',
  summary: 'Shows the form where customers request their portal link from a sender.',
  route: 'GET /c/{link}/portal',
  opens: anyLink,
  body: z.object({ locale: locale.optional() }),
  refusals,
  run: (context, link, query) =>
    withCustomerLink(context, link, async (mine) => {
      const [{ settings }, theme] = await Promise.all([settingsOf(mine.tx), themeOfKindToday(mine, 'invoice')]);
      return { settings, theme, locale: query.locale ?? settings.defaults.locale };
    }),
});

export const askForPortal = customerOperation({
  name: 'ask-for-portal',
  summary: 'Mails the portal link to an address if a customer has it. The answer is always the same.',
  route: 'POST /c/{link}/portal',
  opens: anyLink,
  body: z.object({ email: z.string().trim().pipe(email) }),
  refusals,
  /**
   * The address is looked up after the response, so that neither its content nor its timing
   * reveals whether it exists.
   */
  run: async (context, link, { email }) => {
    const open = await withCustomerLink(context, link, async () => ({ open: true }));
    if ('refused' in open) return open;
    return {
      behind: async () => {
        await withCustomerLink(context, link, async (mine, { test }) => ({
          sent: await mailPortalLinks(mine, { test }, email),
        }));
      },
    };
  },
});

const portalLink = ['portal'] as const;
const NOT_FOUND = { refused: 'customer_link_not_found' } as const;

export const openDocumentOfPortal = customerOperation({
  name: 'open-document-of-portal',
  summary: 'Redirects from the portal to one of the customer’s documents, by a link that the owner can see and revoke.',
  route: 'GET /c/{link}/document/{billingId}',
  opens: portalLink,
  body: z.object({ id }),
  refusals,
  run: (context, link, { id }) =>
    withCustomerLink(context, link, async (mine, { customerId = '', test }) => {
      if (!(await isInPortal(mine.tx, { customerId, test }, id))) return NOT_FOUND;
      const locked = await lockDocumentGroup(mine, id, documentLookups.any);
      if ('refused' in locked) return NOT_FOUND;
      const target = { purpose: 'document', documentId: id, test, endsAt: mine.now + DOCUMENT_LINK_SECONDS } as const;
      const { url } = await activeLink(mine, target);
      return { url };
    }),
});

export const downloadStatementOfPortal = customerOperation({
  name: 'download-statement-of-portal',
  summary: 'Returns the customer’s statement for this or the previous year as PDF.',
  route: 'GET /c/{link}/statement/{year}',
  opens: portalLink,
  body: z.object({
    year: z
      .string()
      .regex(/^\d{4}$/)
      .transform(Number),
    locale: locale.optional(),
  }),
  refusals,
  async run(context, link, { year, locale }) {
    const made = await withCustomerLink(context, link, async (mine, { customerId = '', test }) => {
      const { settings } = await settingsOf(mine.tx);
      const today = civilDayOf(mine.now, settings.zone);
      if (year !== yearOf(today) && year !== yearOf(today) - 1) return NOT_FOUND;
      const to = year === yearOf(today) ? today : `${year}-12-31`;
      const statement = await loadStatement({ ...mine, test }, { id: customerId, from: `${year}-01-01`, to });
      return 'refused' in statement ? NOT_FOUND : { make: await statementFile(mine, statement, locale) };
    });
    return 'refused' in made ? made : { file: await made.make() };
  },
});
