import * as z from 'zod';
import { settingsOf } from '../../../db/account/settings.ts';
import { customerOperation } from '../../../pipeline/customer-operation.ts';
import { locale } from '../../../schemas/fields/enumerations.ts';
import { email } from '../../../schemas/mail/email.ts';
import { withCustomerLink } from '../../../services/portal/customer-link.ts';
import { mailPortalLinks } from '../../../services/portal/mail-portal-links.ts';
import { themeOfKindToday } from '../../../services/themes/find-theme.ts';

// Any link of the sender may be used: it only determines the account and the mode.
const opens = ['document', 'signature', 'portal'] as const;
const refusals = ['customer_link_not_found', 'links_slowed'] as const;

export const seePortalForm = customerOperation({
  name: 'see-portal-form',
  summary: 'Shows the form where customers request their portal link from a sender.',
  route: 'GET /c/{link}/portal',
  opens,
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
  opens,
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
