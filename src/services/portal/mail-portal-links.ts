import { lockSettings } from '../../db/account/accounts.ts';
import { findCustomers } from '../../db/customers/customer-batch.ts';
import { countRecentLinks, customersByEmail } from '../../db/portal/portal-customers.ts';
import { nameOf } from '../../domain/customers/customer.ts';
import {
  type CustomerLink,
  PORTAL_LINK_SECONDS,
  PORTAL_LINKS_COUNTED_SECONDS,
  PORTAL_LINKS_MAX,
} from '../../domain/portal/customer-link.ts';
import { portalLinksMail } from '../../mail/owner-notices.ts';
import type { Context } from '../context.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { nameOf as senderName } from '../mail/sender.ts';
import { themeOfKindToday } from '../themes/find-theme.ts';
import { createCustomerLink } from './customer-link.ts';

/**
 * Mails the portal links of everyone with this address, in their language, for the account and
 * mode of the link used. Sends nothing to unknown addresses, nor to one that got
 * `PORTAL_LINKS_MAX` within the hour. Returns the number of links.
 */
export async function mailPortalLinks(
  context: Context,
  { test }: Pick<CustomerLink, 'test'>,
  address: string,
): Promise<number> {
  const { tx, now } = context;
  const [settings, found] = [await lockSettings(tx), await customersByEmail(tx, { address, test })];
  if (found.length === 0) return 0;
  const recent = await countRecentLinks(tx, found, now - PORTAL_LINKS_COUNTED_SECONDS);
  const ids = found.filter((id) => (recent.get(id) ?? 0) < PORTAL_LINKS_MAX);
  const customers = await findCustomers(tx, ids, test);
  const [first] = customers;
  if (!first) return 0;
  const endsAt = now + PORTAL_LINK_SECONDS;
  const links = customers.map(({ customer }) => ({
    name: nameOf(customer),
    url: createCustomerLink(context, { purpose: 'portal', customerId: customer.id, test, endsAt }).url,
  }));
  const locale = first.customer.details.language ?? first.organization?.details.language ?? settings.defaults.locale;
  const letter = portalLinksMail({ from: senderName(settings.emitter, settings), links }, locale);
  const theme = await themeOfKindToday(context, 'invoice');
  const posted = await queueMail(context, {
    purpose: 'notice',
    test,
    to: [address],
    ...letter,
    locale,
    settings,
    theme,
  });
  return 'mailId' in posted ? links.length : 0;
}
