import { attachmentTypes } from '../../domain/billing/document/attachment.ts';
import type { AttachmentRefusal } from '../../domain/refusal.ts';
import { notFound, type Rows } from './refusal-text.ts';

/** Attachments of documents and the storage limit of an account. */
export const attachmentRefusals: Rows<AttachmentRefusal> = {
  attachment_not_found: notFound('attachment', 'Pièce jointe introuvable', 'Attachment not found'),
  attachment_unusable: {
    code: 'attachment.unusable',
    status: 400,
    title: { fr: 'Fichier refusé', en: 'File refused' },
    detail: ({ reason }) =>
      reason === 'type'
        ? { fr: 'Ce type de fichier ne peut pas être joint.', en: 'This type of file cannot be attached.' }
        : {
            fr: 'Le contenu ne correspond pas à l’extension.',
            en: 'The content does not match the file extension.',
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
    status: 413,
    title: { fr: 'Fichier trop lourd', en: 'File too large' },
    detail: ({ limit }) => ({
      fr: `Une pièce jointe fait au plus ${limit / 1_048_576} Mio.`,
      en: `An attachment can be at most ${limit / 1_048_576} MiB.`,
    }),
    remedy: {
      fr: 'Réduisez le fichier, ou partagez-le par un lien.',
      en: 'Reduce the file, or share it through a link.',
    },
    members: ({ limit }) => ({ limit }),
    pointer: () => '/content',
  },
  too_many_attachments: {
    code: 'attachment.too_many',
    status: 413,
    title: { fr: 'Trop de pièces jointes', en: 'Too many attachments' },
    detail: ({ limit }) => ({
      fr: `Un document peut avoir ${limit} pièces jointes au plus.`,
      en: `A document can have at most ${limit} attachments.`,
    }),
    remedy: { fr: 'Retirez d’abord une pièce jointe.', en: 'Remove an attachment first.' },
    members: ({ limit }) => ({ limit }),
  },
  storage_full: {
    code: 'account.storage_full',
    status: 413,
    title: { fr: 'Espace de stockage plein', en: 'File storage full' },
    detail: ({ limit }) => ({
      fr: `Les fichiers d’un compte peuvent occuper au plus ${Math.floor(limit / 1_048_576)} Mio.`,
      en: `The files of an account can take up at most ${Math.floor(limit / 1_048_576)} MiB.`,
    }),
    remedy: {
      fr: 'Retirez des pièces jointes de vos brouillons, ou demandez à l’administrateur du service d’augmenter QUOTA_BYTES.',
      en: 'Remove attachments from your drafts, or ask the administrator of the service to raise QUOTA_BYTES.',
    },
    members: ({ limit }) => ({ limit }),
  },
};
