import { attachmentTypes } from '../../domain/document/attachment.ts';
import type { SomeTold } from './told.ts';

/** A file cannot be attached. */
export const ofAttachments = {
  attachment_unusable: {
    code: 'attachment.unusable',
    title: { fr: 'Fichier refusé', en: 'File refused' },
    detail: ({ reason }) =>
      reason === 'type'
        ? { fr: 'Ce type de fichier ne se joint pas.', en: 'This type of file cannot be attached.' }
        : {
            fr: 'Le contenu n’est pas celui que dit l’extension.',
            en: 'The content is not what the extension says.',
          },
    remedy: {
      fr: `Joignez un fichier de type ${Object.keys(attachmentTypes).join(', ')}.`,
      en: `Attach a file of type ${Object.keys(attachmentTypes).join(', ')}.`,
    },
    members: ({ reason }) => ({ reason }),
    pointer: ({ reason }) => (reason === 'type' ? '/name' : '/content'),
  },
  attachment_too_large: {
    code: 'attachment.too_large',
    title: { fr: 'Fichier trop lourd', en: 'File too large' },
    detail: ({ limit }) => ({
      fr: `Une pièce jointe tient en ${limit / 1_048_576} Mio.`,
      en: `An attachment has at most ${limit / 1_048_576} MiB.`,
    }),
    remedy: { fr: 'Réduisez-la, ou partagez-la par un lien.', en: 'Make it smaller, or share it by a link.' },
    members: ({ limit }) => ({ limit }),
    pointer: () => '/content',
  },
  no_electronic_form: {
    code: 'billing.no_electronic_form',
    title: { fr: 'Pas de forme électronique', en: 'No electronic form' },
    remedy: {
      fr: 'Un devis ou un bon de commande n’est pas une facture : téléchargez le PDF.',
      en: 'An estimate or a purchase order is no invoice: download the PDF.',
    },
  },
  electronic_form_incomplete: {
    code: 'billing.electronic_form_incomplete',
    title: { fr: 'Facture électronique incomplète', en: 'Electronic invoice incomplete' },
    detail: ({ faults }) => ({
      fr: `Il manque à ce document : ${faults.join(', ')}.`,
      en: `This document lacks: ${faults.join(', ')}.`,
    }),
    remedy: {
      fr: 'Téléchargez le PDF ; les documents à venir l’auront une fois ces informations renseignées.',
      en: 'Download the PDF; documents to come will have it once these facts are filled in.',
    },
    members: ({ faults }) => ({ faults }),
  },
  too_many_attachments: {
    code: 'attachment.too_many',
    title: { fr: 'Trop de pièces jointes', en: 'Too many attachments' },
    detail: ({ limit }) => ({
      fr: `Un document a au plus ${limit} pièces jointes.`,
      en: `A document has at most ${limit} attachments.`,
    }),
    remedy: { fr: 'Retirez-en une d’abord.', en: 'Take one off first.' },
    members: ({ limit }) => ({ limit }),
  },
  storage_full: {
    code: 'account.storage_full',
    title: { fr: 'Place pour les fichiers épuisée', en: 'No room left for files' },
    detail: ({ limit }) => ({
      fr: `Les fichiers d'un compte tiennent en ${Math.floor(limit / 1_048_576)} Mio.`,
      en: `The files of an account have ${Math.floor(limit / 1_048_576)} MiB.`,
    }),
    remedy: {
      fr: 'Retirez des pièces jointes de vos brouillons, ou demandez à votre hébergeur de relever QUOTA_BYTES.',
      en: 'Take attachments off your drafts, or ask your host to raise QUOTA_BYTES.',
    },
    members: ({ limit }) => ({ limit }),
  },
} satisfies SomeTold;
