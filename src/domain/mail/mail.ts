/** One who gets a mail. What became of it is known of each: a server may take one address and refuse another. */
export type Recipient = {
  readonly address: string;
  readonly as: 'to' | 'copy';
  readonly state: 'waiting' | 'accepted' | 'refused';
};

/** What a mail was written for. */
export type MailPurpose = 'document' | 'reminder' | 'trial' | 'signature' | 'notice';

/** A mail as it is written, once and for good; only what became of its recipients changes. */
export type MailContent = {
  readonly subject: string;
  /** Whose name it carries; the address is the service's. */
  readonly fromName: string;
  readonly replyTo?: string;
  readonly recipients: readonly Recipient[];
  readonly html: string;
  readonly text: string;
  /** Which of its files is the logo at its head, and by what name the HTML calls it. */
  readonly logo?: { readonly at: number; readonly cid: string };
};

/** A file that goes along. */
export type MailFile = { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array };

/** Characters (UTF-16 units) of a subject. */
export const SUBJECT_MAX = 255;
/** Addresses one request may name (interface). */
export const RECIPIENTS_MAX = 10;
/** Mails about one document in a day (interface: "Too many emails sent for this billing"). */
export const MAILS_OF_DOCUMENT_MAX = 20;
/** Seconds both count over. */
export const COUNTED_SECONDS = 86_400;
/** Bytes of the files of one mail together: most servers take 25 MiB, and a file grows by 37 % on its way. */
export const FILES_BYTES_MAX = 18 * 1_048_576;
/** Seconds a mail is kept, and the bytes that went along. */
export const MAILS_KEPT_SECONDS = 365 * 86_400;
export const FILES_KEPT_SECONDS = 30 * 86_400;

/** The recipients of a new mail, each address once: who is addressed is not copied besides. */
export function newRecipients(to: readonly string[], copy: readonly string[]): Recipient[] {
  const seen = new Set<string>();
  const firstTimeOnly = (address: string): boolean => {
    const key = address.toLowerCase();
    return !seen.has(key) && seen.add(key) !== undefined;
  };
  const as = (role: Recipient['as']) => (address: string) => ({ address, as: role, state: 'waiting' as const });
  return [...to.filter(firstTimeOnly).map(as('to')), ...copy.filter(firstTimeOnly).map(as('copy'))];
}
