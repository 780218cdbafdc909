import type { CustomerRefusal, PortalRefusal } from '../../domain/refusal.ts';
import { notFound, type Rows } from './refusal-text.ts';

/** Contacts and organizations. */
export const customerRefusals: Rows<CustomerRefusal> = {
  customer_not_found: notFound('customer', 'Client introuvable', 'Customer not found'),
  contact_not_found: notFound('contact', 'Contact introuvable', 'Contact not found'),
  organization_not_found: notFound('organization', 'Organisation introuvable', 'Organization not found'),
  contact_of_another_organization: {
    code: 'organization.contact_of_another_organization',
    status: 400,
    title: { fr: 'Contact d’une autre organisation', en: 'Contact of another organization' },
    remedy: {
      fr: 'Choisissez un contact de cette organisation.',
      en: 'Choose a contact of this organization.',
    },
    pointer: () => '/defaultContactId',
  },
  customer_has_documents: {
    code: 'customer.has_billings',
    status: 409,
    title: { fr: 'Ce client a des documents', en: 'This customer has documents' },
    remedy: { fr: 'Archivez le client au lieu de le supprimer.', en: 'Archive the customer instead of deleting it.' },
  },
  organization_has_contacts: {
    code: 'organization.has_contacts',
    status: 409,
    title: { fr: 'Cette organisation a des contacts', en: 'This organization has contacts' },
    remedy: {
      fr: 'Supprimez ou archivez d’abord les contacts de l’organisation.',
      en: 'Delete or archive the contacts of the organization first.',
    },
  },
  customer_has_projects: {
    code: 'customer.has_opportunities',
    status: 409,
    title: { fr: 'Ce client a des projets', en: 'This customer has projects' },
    remedy: {
      fr: 'Supprimez d’abord les projets du client, ou archivez le client.',
      en: 'Delete the projects of the customer first, or archive the customer.',
    },
  },
  customer_has_tasks: {
    code: 'customer.has_tasks',
    status: 409,
    title: { fr: 'Ce client a des tâches', en: 'This customer has tasks' },
    remedy: {
      fr: 'Supprimez d’abord les tâches du client, ou archivez le client.',
      en: 'Delete the tasks of the customer first, or archive the customer.',
    },
  },
  customer_has_trips: {
    code: 'customer.has_trips',
    status: 409,
    title: { fr: 'Ce client a des trajets', en: 'This customer has trips' },
    remedy: {
      fr: 'Le relevé des kilomètres garde ses lignes : archivez le client.',
      en: 'The mileage log keeps its lines: archive the customer.',
    },
  },
  customer_has_past_documents: {
    code: 'customer.has_past_documents',
    status: 409,
    title: { fr: 'Ce client a des documents repris', en: 'This customer has past documents' },
    remedy: {
      fr: 'Annulez la reprise qui les a apportés, ou archivez le client.',
      en: 'Undo the import that brought them, or archive the customer.',
    },
  },
  period_inverted: {
    code: 'customer.period_inverted',
    status: 400,
    title: { fr: 'La période finit avant de commencer', en: 'The period ends before it begins' },
    detail: ({ from, to }) => ({
      fr: `La période demandée va du ${from} au ${to}.`,
      en: `The period runs from ${from} to ${to}.`,
    }),
    remedy: { fr: 'Inversez les dates de début et de fin.', en: 'Swap the start date and the end date.' },
    pointer: () => '/from',
  },
  statement_too_long: {
    code: 'customer.statement_too_long',
    status: 422,
    title: { fr: 'Ce relevé est trop long', en: 'This statement is too long' },
    detail: ({ limit }) => ({
      fr: `Le relevé contiendrait plus de ${limit} mouvements.`,
      en: `The statement would contain more than ${limit} movements.`,
    }),
    remedy: { fr: 'Demandez une période plus courte.', en: 'Ask for a shorter period.' },
  },
  siren_of_another_siret: {
    code: 'organization.siren_of_another_siret',
    status: 400,
    title: { fr: 'SIREN et SIRET incohérents', en: 'SIREN and SIRET do not match' },
    detail: ({ siren }) => ({
      fr: `Le SIRET de cette organisation commence par le SIREN ${siren}.`,
      en: `The SIRET of this organization begins with the SIREN ${siren}.`,
    }),
    remedy: {
      fr: 'Corrigez le SIREN ou le SIRET, ou n’indiquez que le SIRET.',
      en: 'Correct the SIREN or the SIRET, or give the SIRET only.',
    },
    pointer: () => '/siren',
  },
  electronic_address_of_another_siren: {
    code: 'electronic_address.of_another_siren',
    status: 400,
    title: { fr: 'Adresse électronique d’une autre entreprise', en: 'Electronic address of another business' },
    detail: ({ siren }) =>
      siren === undefined
        ? {
            fr: 'L’adresse de facturation électronique commence par le SIREN, qui manque.',
            en: 'The electronic address begins with the SIREN, which is missing.',
          }
        : {
            fr: `L’adresse de facturation électronique doit commencer par le SIREN ${siren}.`,
            en: `The electronic address must begin with the SIREN ${siren}.`,
          },
    remedy: {
      fr: 'Corrigez l’adresse ou le SIRET. Laissez l’adresse vide pour recevoir les factures au SIREN.',
      en: 'Correct the address or the SIRET. Leave the address empty to use the SIREN.',
    },
    pointer: () => '/electronicAddress',
  },
};

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
