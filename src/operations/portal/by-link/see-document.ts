import * as z from 'zod';
import { locale } from '../../../contract/enumerations.ts';
import { atCustomerLink } from '../../../deeds/portal/at-customer-link.ts';
import { seenDocument } from '../../../deeds/portal/seen-document.ts';
import { customerOperation } from '../../../road/customer-operation.ts';
import { countView } from '../../../store/portal/customer-links.ts';

export const seeDocument = customerOperation({
  name: 'see-document',
  summary: 'Shows a customer the document he was given the link of, as it stands today, and counts that he looked.',
  route: 'GET /c/{link}',
  opens: ['document'],
  body: z.object({ locale: locale.optional() }),
  refusals: ['customer_link_not_found', 'links_slowed'],
  run: (context, link, { locale }) =>
    atCustomerLink(context, link, async (mine, opened) => {
      const seen = await seenDocument(mine, opened, locale);
      if ('refused' in seen) return seen;
      if (context.looks) countView(mine.tx, opened.id, mine.now);
      return seen;
    }),
});
