import * as z from 'zod';
import { mailTypes, RECIPIENTS_MAX, SUBJECT_MAX } from '../../domain/mail/mail.ts';
import { worded } from '../fields/enum-schema.ts';
import { filledText, oneLineText, TERMS_MAX } from '../fields/text.ts';
import { email } from './email.ts';

/** The published types of mail. */
export const mailType = worded(mailTypes);

const html = filledText(TERMS_MAX).meta({
  description: 'HTML. Text, lists, tables and links stay; scripts, forms, pictures and unsafe styles are removed.',
});

/** The body of `send-by-email`. */
export const SendByEmail = z.object({
  emails: z.array(email).min(1).max(RECIPIENTS_MAX).meta({ description: 'The recipients.' }),
  subject: oneLineText(SUBJECT_MAX),
  content: html,
  inCopy: z.boolean().default(false).meta({ description: 'Whether the company gets a copy.' }),
});

export const SendTestSignature = z.object({ content: html.optional() });

const seconds = z.number().meta({ description: 'Unix seconds.' });

export const RenderedMailJson = z
  .object({
    subject: z.string(),
    content: z.string().meta({ description: 'HTML that you can send with `send-by-email`, unchanged or edited.' }),
    text: z.string().meta({ description: 'The plain text sent with the HTML.' }),
  })
  .meta({ id: 'RenderedMail' });

const recipient = z
  .object({
    email: z.string(),
    as: z.enum(['to', 'copy']),
    state: z.enum(['waiting', 'accepted', 'refused']),
  })
  .meta({ id: 'MailRecipient' });
const file = z
  .object({ name: z.string(), mediaType: z.string(), size: z.int(), sha256: z.string() })
  .meta({ id: 'MailFile' });
const attempt = z
  .object({
    n: z.int(),
    at: seconds,
    latencyMs: z.int(),
    status: z.int().nullable().meta({ description: 'The reply code of the mail server.' }),
    fault: z.string().nullable().meta({
      description:
        'deferred, refused, login_refused, tls, name_not_found, timeout, connection, file_altered; no_longer_due: the document was settled before the reminder was sent.',
    }),
    answer: z.string().nullable(),
  })
  .meta({ id: 'MailAttempt' });

const inList = {
  id: z.string(),
  purpose: z.enum(['document', 'reminder', 'trial', 'signature', 'notice']),
  state: z.enum(['waiting', 'sent', 'given_up', 'kept']).meta({
    description: 'Waiting, sent (see the recipients for delivery), given up, or stored in the local mailbox.',
  }),
  subject: z.string(),
  recipients: z.array(recipient),
  files: z.array(file),
  createdAt: seconds,
  finishedAt: seconds.nullable(),
};

/** A mail with its attempts. */
export const MailJson = z
  .object({ ...inList, nextAttemptAt: seconds.nullable(), attempts: z.array(attempt) })
  .meta({ id: 'Mail' });

/** A mail sent to a customer, with its document. */
export const CustomerMailJson = MailJson.extend({
  billingId: z.string().nullable(),
  number: z.string().nullable().meta({ description: 'The number of the document; null for a draft.' }),
}).meta({ id: 'CustomerMail' });

/** A mail of the mailbox, in a list and in full. */
export const KeptMailJson = z
  .object({ ...inList, documentId: z.string().nullable(), fromName: z.string(), replyTo: z.string().nullable() })
  .meta({ id: 'KeptMail' });
export const KeptMailWithTextJson = KeptMailJson.extend({
  html: z.string(),
  text: z.string(),
  logo: z
    .object({ cid: z.string(), sha256: z.string() })
    .meta({ id: 'MailLogo' })
    .nullable()
    .meta({ description: 'The image that `html` references by `cid:`; null if none.' }),
  links: z.array(z.string()).meta({
    example: ['https://facturier.example/p/'],
    description:
      'The customer’s link, so that you can try it: test documents only, for callers who can write documents and see customer portals. It is removed from `html` and `text` for all others.',
  }),
}).meta({ id: 'KeptMailWithText' });
