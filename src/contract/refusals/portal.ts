import type { PortalRefusal } from '../../domain/refusal.ts';
import type { Rows } from './told.ts';

/** Customers, by the links they hold. */
export const portalRefusals: Rows<PortalRefusal> = {
  customer_link_not_found: {
    code: 'portal.link_not_found',
    status: 404,
    title: { fr: 'Lien inutilisable', en: 'Link of no use' },
    detail: () => ({
      fr: 'Ce lien n’existe pas, a été retiré ou a expiré.',
      en: 'This link does not exist, was taken back or has ended.',
    }),
    remedy: {
      fr: 'Demandez-en un autre à l’entreprise qui vous l’a envoyé.',
      en: 'Ask the company that sent it for another.',
    },
  },
  links_slowed: {
    code: 'portal.links_slowed',
    status: 429,
    title: { fr: 'Trop de liens inconnus essayés', en: 'Too many unknown links tried' },
    detail: ({ retryAfter }) => ({
      fr: `Le prochain essai sera examiné dans ${retryAfter} s.`,
      en: `The next attempt is looked at in ${retryAfter} s.`,
    }),
    remedy: {
      fr: 'Attendez ce délai, puis ouvrez le lien reçu.',
      en: 'Wait so long, then open the link you were sent.',
    },
    members: ({ retryAfter }) => ({ retryAfter }),
  },
};
