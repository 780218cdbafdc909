import type { MailContent } from './mail.ts';

/**
 * The content stored after a mail was sent or given up: the secrets of access links are redacted.
 */
export const withoutSecrets = (content: MailContent): MailContent => ({
  ...content,
  html: redacted(content.html),
  text: redacted(content.text),
});

/** The text after `#secret=`, and the 86 characters of a customer link. */
const redacted = (written: string): string => written.replace(/(#secret=|\/c\/(?=[\w-]{86}))[\w-]+/g, '$1***');
