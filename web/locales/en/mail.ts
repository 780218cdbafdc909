import type { words as french } from '../fr/mail.ts';

export const words: typeof french = {
  title: 'E-mails',
  intro: 'Your documents leave by the server set up by whoever runs this service. Answers arrive at your address.',
  from: 'Answers arrive at',
  noEmail: 'No address: write it in Identity.',
  signature: 'Signature',
  signatureHint: 'At the end of your letters, in the place of your name. Where it is empty, your name signs them.',
  trial: 'Test',
  trialHint: 'A letter to your own address, as your customers will read it.',
  test: 'Send me a test',
  tested: 'The test is on its way',
  heads: 'Audit trail',
  headsSaid: 'Send me the head of the audit trail each day, to keep elsewhere',
  usage: (used, limit) => `E-mails sent in the last 24 hours: ${used}, ${limit} at most.`,
  used: (used) => `E-mails sent in the last 24 hours: ${used}.`,
};
