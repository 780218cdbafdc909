/** The published types of mail about a document; `document/kind.ts` lists those of each kind. */
export const mailTypes = ['invoice_simple', 'invoice_reminder', 'invoice_recurring', 'estimate_simple'] as const;
export type MailType = (typeof mailTypes)[number];

/**
 * A recipient of a mail. The result is stored per address, because a server may accept one and
 * refuse another.
 */
export type Recipient = {
  readonly address: string;
  readonly as: 'to' | 'copy';
  readonly state: 'waiting' | 'accepted' | 'refused';
};

/** The purpose of a mail. */
export type MailPurpose = 'document' | 'reminder' | 'trial' | 'signature' | 'notice';

/** The immutable content of a mail; only the results of its recipients change. */
export type MailContent = {
  readonly subject: string;
  /** The display name of the sender; the address is the service's. */
  readonly fromName: string;
  readonly replyTo?: string;
  readonly recipients: readonly Recipient[];
  readonly html: string;
  readonly text: string;
  /** The index of the logo among the files, and its content id in the HTML. */
  readonly logo?: { readonly at: number; readonly cid: string };
};

/** An attached file. */
export type MailFile = { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array };

/** Why a test mail was not accepted. */
const mailTestFaults = [
  'name_not_found',
  'connection',
  'timeout',
  'tls',
  'login_refused',
  'sender_refused',
  'refused',
  'deferred',
] as const;
export type MailTestFault = (typeof mailTestFaults)[number];

/** Maximum characters (UTF-16 units) of a subject. */
export const SUBJECT_MAX = 255;
/** Maximum addresses per request. */
export const RECIPIENTS_MAX = 10;
/** Mails per document within `COUNTED_SECONDS` (API: "Too many emails sent for this billing"). */
export const MAILS_OF_DOCUMENT_MAX = 20;
/** The period of both limits, in seconds. */
export const COUNTED_SECONDS = 86_400;
/** Maximum bytes of all files of a mail: most servers accept 25 MiB, and encoding adds 37 %. */
export const FILES_BYTES_MAX = 18 * 1_048_576;
/** Seconds a mail is stored, and its files. */
export const MAILS_KEPT_SECONDS = 365 * 86_400;
export const FILES_KEPT_SECONDS = 30 * 86_400;

/** The recipients of a new mail, each address once: a direct recipient gets no copy. */
export function newRecipients(to: readonly string[], copy: readonly string[]): Recipient[] {
  const seen = new Set<string>();
  const firstTimeOnly = (address: string): boolean => {
    const key = address.toLowerCase();
    return !seen.has(key) && seen.add(key) !== undefined;
  };
  const as = (role: Recipient['as']) => (address: string) => ({ address, as: role, state: 'waiting' as const });
  return [...to.filter(firstTimeOnly).map(as('to')), ...copy.filter(firstTimeOnly).map(as('copy'))];
}
