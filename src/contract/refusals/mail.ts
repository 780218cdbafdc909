import type { NothingToRemind } from '../../domain/billing/reminder/reminder-stop.ts';
import type { MailRefusal } from '../../domain/refusal.ts';
import type { InTwoLanguages } from '../in-two-languages.ts';
import { notFound } from './not-found.ts';
import type { Rows } from './told.ts';

/** Why nobody is reminded of a bill, and what may be done. */
const whyNothing: Readonly<Record<NothingToRemind, InTwoLanguages>> = {
  draft: { fr: 'C’est un brouillon : finalisez-le d’abord.', en: 'It is a draft: finalize it first.' },
  canceled: { fr: 'Le document est annulé.', en: 'The document is canceled.' },
  archived: {
    fr: 'Le document est archivé : sortez-le des archives.',
    en: 'The document is archived: take it out first.',
  },
  settled: { fr: 'Il ne reste rien à payer.', en: 'Nothing is left to pay.' },
  payment_request: {
    fr: 'L’Urssaf est chargée du paiement (avance immédiate).',
    en: 'The agency is asked to pay it (avance immédiate).',
  },
  no_address: {
    fr: 'Aucune adresse : donnez des destinataires aux relances du document.',
    en: 'There is no address: give the reminders of the document recipients.',
  },
  customer_archived: {
    fr: 'Le client est archivé : sortez-le des archives.',
    en: 'The customer is archived: take him out of the archive first.',
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
      en: 'This type of mail does not suit this document',
    },
    detail: ({ types }) => ({ fr: `Conviennent : ${types.join(', ')}.`, en: `These do: ${types.join(', ')}.` }),
    remedy: { fr: 'Choisissez un type qui convient.', en: 'Choose a type that suits.' },
    members: ({ types }) => ({ emailTypes: types }),
  },
  mail_without_text: {
    code: 'mail.without_text',
    status: 400,
    title: { fr: 'E-mail sans texte', en: 'Nothing is left to read' },
    detail: () => ({
      fr: 'Débarrassé de ce qui n’est pas sûr, le contenu ne comporte plus aucun texte.',
      en: 'What is safe of the content holds no text.',
    }),
    remedy: { fr: 'Écrivez un texte.', en: 'Write a text.' },
    pointer: () => '/content',
  },
  nothing_to_remind: {
    code: 'mail.nothing_to_remind',
    status: 409,
    title: { fr: 'Aucune relance à envoyer', en: 'Nothing to remind of' },
    detail: ({ why }) => whyNothing[why],
    remedy: {
      fr: 'Ouvrez le document : il dit ce qui reste à payer, et à qui vont ses relances.',
      en: 'Read the document: it says what remains to be paid, and to whom its reminders go.',
    },
    members: ({ why }) => ({ why }),
  },
  mail_files_too_large: {
    code: 'mail.files_too_large',
    status: 413,
    title: { fr: 'Pièces jointes trop lourdes', en: 'Attachments too large' },
    detail: ({ limit }) => ({
      fr: `Un e-mail contient au plus ${limit / MEBIBYTE} Mio de fichiers.`,
      en: `A mail carries at most ${limit / MEBIBYTE} MiB of files.`,
    }),
    remedy: {
      fr: 'Envoyez les autres fichiers par un autre moyen.',
      en: 'Send the other files by another way.',
    },
    members: ({ limit }) => ({ limit }),
  },
  too_many_mails_of_document: {
    code: 'mail.too_many_of_billing',
    // As the interface has always answered it.
    status: 400,
    title: { fr: 'Trop d’e-mails pour ce document', en: 'Too many emails sent for this billing' },
    detail: ({ limit }) => ({ fr: `Au plus ${limit} en un jour.`, en: `At most ${limit} in a day.` }),
    remedy: { fr: 'Réessayez demain.', en: 'Wait until tomorrow.' },
    members: ({ limit }) => ({ limit }),
  },
  too_many_mails: {
    code: 'mail.too_many',
    status: 429,
    title: { fr: 'Trop d’e-mails', en: 'Too many mails' },
    detail: ({ limit }) => ({
      fr: `Un compte en envoie au plus ${limit} par jour ; les e-mails réels et ceux de test sont comptés séparément.`,
      en: `An account sends at most ${limit} in a day, live and test ones apart.`,
    }),
    remedy: { fr: 'Réessayez demain.', en: 'Wait until tomorrow.' },
    members: ({ limit }) => ({ limit }),
  },
  mail_not_configured: {
    code: 'mail.not_configured',
    status: 409,
    title: { fr: 'L’envoi d’e-mails n’est pas configuré', en: 'Sending mail is not set up' },
    remedy: {
      fr: 'La personne qui héberge le service indique un serveur d’envoi dans SMTP_URL et une adresse d’expéditeur dans MAIL_FROM. Les documents de test vont de toute façon dans la boîte locale.',
      en: 'Whoever runs the service gives a mail server by SMTP_URL and a sender address by MAIL_FROM. A test document goes to the local mailbox without them.',
    },
  },
  own_email_missing: {
    code: 'mail.own_email_missing',
    status: 409,
    title: { fr: 'L’adresse e-mail de votre entreprise manque', en: 'The e-mail address of your company is missing' },
    remedy: {
      fr: 'Renseignez-la par PATCH /v2/company : les essais et les copies y sont envoyés.',
      en: 'Give it by PATCH /v2/company: trials and copies go there.',
    },
    remedyOnScreen: {
      fr: 'Indiquez-la dans Réglages, Identité : les essais et les copies y sont envoyés.',
      en: 'Give it in Settings, Identity: trials and copies go there.',
    },
  },
};

const MEBIBYTE = 1_048_576;
