import type { Language } from '../contract/faults.ts';

const fr = {
  title: 'Boîte locale',
  about: 'Ce que les documents et les clés de test auraient envoyé. Rien n’en est parti.',
  key: 'Clé d’API (de test de préférence)',
  open: 'Ouvrir la boîte',
  otherKey: 'Changer de clé',
  mails: 'Messages',
  older: 'Plus anciens',
  back: 'Tous les messages',
  none: 'La boîte est vide : envoyez un document de test par e-mail.',
  refused: 'Cette clé n’ouvre pas la boîte.',
  unreachable: 'Le service ne répond pas. Vérifiez qu’il tourne, puis recommencez.',
  mail: 'Message',
  view: 'Affichage',
  html: 'Mise en page',
  text: 'Texte brut',
  from: 'De',
  to: 'À',
  on: 'Le',
  files: 'Pièces jointes',
  newTab: 'dans un nouvel onglet',
  gone: 'n’est plus gardé',
  kilobytes: 'ko',
  links: 'Les liens du message ne s’ouvrent pas ici.',
};

/** The words of the page of the mailbox. */
export type MailboxWords = typeof fr;

export const mailboxWords: Readonly<Record<Language, MailboxWords>> = {
  fr,
  en: {
    title: 'Local mailbox',
    about: 'What test documents and test keys would have sent. None of it has left.',
    key: 'API key (a test key if you can)',
    open: 'Open the mailbox',
    otherKey: 'Use another key',
    mails: 'Mails',
    older: 'Older',
    back: 'All mails',
    none: 'The mailbox is empty: send a test document by mail.',
    refused: 'This key does not open the mailbox.',
    unreachable: 'The service does not answer. Check that it runs, then try again.',
    mail: 'Mail',
    view: 'View',
    html: 'Laid out',
    text: 'Plain text',
    from: 'From',
    to: 'To',
    on: 'On',
    files: 'Attachments',
    newTab: 'in a new tab',
    gone: 'is kept no longer',
    kilobytes: 'kB',
    links: 'The links of the mail do not open here.',
  },
};
