import type { NothingToRemind } from '../../domain/billing/reminder/reminder.ts';
import type { MailRefusal } from '../../domain/refusal.ts';
import type { BilingualText } from '../bilingual-text.ts';
import { notFound, type Rows } from './refusal-text.ts';

/** Why no reminder of a bill can be sent, and the remedy. */
const whyNoReminder: Readonly<Record<NothingToRemind, BilingualText>> = {
  draft: {
    fr: 'Le document est un brouillon : finalisez-le d’abord.',
    en: 'The document is a draft: finalize it first.',
  },
  canceled: { fr: 'Le document est annulé.', en: 'The document is canceled.' },
  archived: {
    fr: 'Le document est archivé : désarchivez-le d’abord.',
    en: 'The document is archived: unarchive it first.',
  },
  settled: { fr: 'Il ne reste rien à payer.', en: 'Nothing is left to pay.' },
  payment_request: {
    fr: 'L’Urssaf est chargée du paiement (avance immédiate).',
    en: 'Urssaf handles the payment (avance immédiate).',
  },
  no_address: {
    fr: 'Aucune adresse e-mail : indiquez des destinataires pour les relances du document.',
    en: 'There is no e-mail address: add recipients to the reminders of the document.',
  },
  customer_archived: {
    fr: 'Le client est archivé : désarchivez-le d’abord.',
    en: 'The customer is archived: unarchive the customer first.',
  },
};

/** Mail about documents. */
export const mailRefusals: Rows<MailRefusal> = {
  mail_not_found: notFound('mail', 'E-mail introuvable', 'Mail not found'),
  mail_type_of_other_kind: {
    code: 'mail.type_of_other_kind',
    status: 400,
    title: {
      fr: 'Ce type d’e-mail ne convient pas à ce document',
      en: 'This type of e-mail does not apply to this document',
    },
    detail: ({ types }) => ({
      fr: `Types possibles : ${types.join(', ')}.`,
      en: `Possible types: ${types.join(', ')}.`,
    }),
    remedy: {
      fr: 'Choisissez un type d’e-mail prévu pour ce document.',
      en: 'Choose a type of e-mail that applies to this document.',
    },
    members: ({ types }) => ({ emailTypes: types }),
  },
  mail_without_text: {
    code: 'mail.without_text',
    status: 400,
    title: { fr: 'E-mail sans texte', en: 'E-mail without text' },
    detail: () => ({
      fr: 'Une fois le code HTML dangereux retiré, le contenu est vide.',
      en: 'After unsafe HTML is removed, the content is empty.',
    }),
    remedy: { fr: 'Écrivez un texte.', en: 'Write a text.' },
    pointer: () => '/content',
  },
  nothing_to_remind: {
    code: 'mail.nothing_to_remind',
    status: 409,
    title: { fr: 'Aucune relance à envoyer', en: 'No reminder to send' },
    detail: ({ why }) => whyNoReminder[why],
    remedy: {
      fr: 'Vérifiez sur le document le reste à payer et les destinataires des relances.',
      en: 'Check the balance due and the reminder recipients on the document.',
    },
    members: ({ why }) => ({ why }),
  },
  mail_files_too_large: {
    code: 'mail.files_too_large',
    status: 413,
    title: { fr: 'Pièces jointes trop lourdes', en: 'Attachments too large' },
    detail: ({ limit }) => ({
      fr: `Un e-mail peut contenir au plus ${limit / MEBIBYTE} Mio de fichiers.`,
      en: `An e-mail can carry at most ${limit / MEBIBYTE} MiB of files.`,
    }),
    remedy: {
      fr: 'Envoyez les autres fichiers par un autre moyen.',
      en: 'Send the other files another way.',
    },
    members: ({ limit }) => ({ limit }),
  },
  too_many_mails_of_document: {
    code: 'mail.too_many_of_billing',
    // Kept from the published API.
    status: 400,
    title: { fr: 'Trop d’e-mails pour ce document', en: 'Too many emails sent for this billing' },
    detail: ({ limit }) => ({
      fr: `Vous pouvez envoyer au plus ${limit} e-mails par jour pour un document.`,
      en: `You can send at most ${limit} e-mails a day for one document.`,
    }),
    remedy: { fr: 'Réessayez demain.', en: 'Try again tomorrow.' },
    members: ({ limit }) => ({ limit }),
  },
  too_many_mails: {
    code: 'mail.too_many',
    status: 429,
    title: { fr: 'Trop d’e-mails', en: 'Too many e-mails' },
    detail: ({ limit }) => ({
      fr: `Un compte peut envoyer au plus ${limit} e-mails par jour. Les e-mails réels et de test sont comptés séparément.`,
      en: `An account can send at most ${limit} e-mails a day. Live and test e-mails are counted separately.`,
    }),
    remedy: { fr: 'Réessayez demain.', en: 'Try again tomorrow.' },
    members: ({ limit }) => ({ limit }),
  },
  mail_not_configured: {
    code: 'mail.not_configured',
    status: 409,
    title: { fr: 'L’envoi d’e-mails n’est pas configuré', en: 'Sending e-mail is not set up' },
    remedy: {
      fr: 'L’exploitant du service indique un serveur d’envoi et une adresse d’expéditeur avec PUT /v2/installation/mail, ou avec SMTP_URL et MAIL_FROM. Les e-mails des documents de test n’en ont pas besoin : ils vont dans la boîte locale.',
      en: 'The operator of the service sets a mail server and a sender address with PUT /v2/installation/mail, or with SMTP_URL and MAIL_FROM. E-mails of test documents need neither: they go to the local mailbox.',
    },
    remedyOnScreen: {
      fr: 'L’exploitant du service indique le serveur d’envoi dans Réglages, Envoi d’e-mails. Les e-mails des documents de test n’en ont pas besoin : ils vont dans la boîte locale.',
      en: 'The operator of the service sets the mail server in Settings, Mail server. E-mails of test documents do not need one: they go to the local mailbox.',
    },
  },
  own_email_missing: {
    code: 'mail.own_email_missing',
    status: 409,
    title: { fr: 'L’adresse e-mail de votre entreprise manque', en: 'The e-mail address of your company is missing' },
    remedy: {
      fr: 'Renseignez l’adresse avec PATCH /v2/company : les e-mails d’essai et les copies y sont envoyés.',
      en: 'Set the address with PATCH /v2/company: test e-mails and copies are sent there.',
    },
    remedyOnScreen: {
      fr: 'Indiquez l’adresse dans Réglages, Identité : les e-mails d’essai et les copies y sont envoyés.',
      en: 'Add the address in Settings, Identity: test e-mails and copies are sent there.',
    },
  },
};

const MEBIBYTE = 1_048_576;
