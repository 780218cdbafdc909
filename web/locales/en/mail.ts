import type { words as french } from '../fr/mail.ts';

export const words: typeof french = {
  title: 'Emails',
  intro:
    'Your documents are sent by the server configured by the person who hosts this service. Replies go to your address.',
  from: 'Replies go to',
  noEmail: 'No address: enter it in Identity.',
  signature: 'Signature',
  signatureHint: 'At the end of your emails, instead of your name. Leave empty to sign with your name.',
  trial: 'Test',
  trialHint: 'An email to your own address, as your customers will see it.',
  test: 'Send me a test',
  tested: 'Test email sent',
  heads: 'Audit trail',
  headsSaid: 'Send me the last entry of the audit trail every day, as evidence to keep elsewhere',
  usage: (used, limit) => `Emails sent in the last 24 hours: ${used}, ${limit} at most.`,
  used: (used) => `Emails sent in the last 24 hours: ${used}.`,
};
