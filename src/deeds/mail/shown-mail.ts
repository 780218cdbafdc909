import type { Mail } from '../../store/mail/mails.ts';

/** A mail as lists show it. */
export const shownMail = ({ id, purpose, state, content, files, createdAt, finishedAt }: Mail) => ({
  ...{ id, purpose, state, subject: content.subject, createdAt, finishedAt },
  recipients: content.recipients.map(({ address, as, state: became }) => ({ email: address, as, state: became })),
  files: [...files],
});

/** A mail of the mailbox. */
export const shownKept = (mail: Mail) => ({
  ...shownMail(mail),
  documentId: mail.documentId ?? null,
  fromName: mail.content.fromName,
  replyTo: mail.content.replyTo ?? null,
});
