import type { PortalRefusal } from '../../domain/refusal.ts';
import type { Rows } from './refusal-text.ts';

/** Customer links. */
export const portalRefusals: Rows<PortalRefusal> = {
  customer_link_not_found: {
    code: 'portal.link_not_found',
    status: 404,
    title: { fr: 'Lien non valable', en: 'Invalid link' },
    detail: () => ({
      fr: 'Ce lien n’existe pas, a été révoqué ou a expiré.',
      en: 'This link does not exist, was revoked or has expired.',
    }),
    remedy: {
      fr: 'Demandez un nouveau lien à l’entreprise qui vous l’a envoyé.',
      en: 'Ask the company that sent you the link for a new one.',
    },
  },
  links_slowed: {
    code: 'portal.links_slowed',
    status: 429,
    title: { fr: 'Trop de liens non valables', en: 'Too many invalid links' },
    detail: ({ retryAfter }) => ({
      fr: `Vous pourrez réessayer dans ${retryAfter} s.`,
      en: `You can try again in ${retryAfter} s.`,
    }),
    remedy: {
      fr: 'Patientez, puis ouvrez le lien reçu.',
      en: 'Wait, then open the link you received.',
    },
    members: ({ retryAfter }) => ({ retryAfter }),
  },
};
