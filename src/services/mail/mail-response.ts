import type { Mail } from '../../db/mail/mails.ts';

/** A mail as lists show it. */
export const shownMail = ({ id, purpose, state, content, files, createdAt, finishedAt }: Mail) => ({
  ...{ id, purpose, state, subject: content.subject, createdAt, finishedAt },
  recipients: content.recipients.map(({ address, as, state: became }) => ({ email: address, as, state: became })),
  // The inline logo is not an attachment.
  files: files.filter((_, at) => at !== content.logo?.at),
});

/** A mail of the mailbox. */
export const shownKept = (mail: Mail) => ({
  ...shownMail(mail),
  documentId: mail.documentId ?? null,
  fromName: mail.content.fromName,
  replyTo: mail.content.replyTo ?? null,
});
