import nodemailer, { type SendMailOptions } from 'nodemailer';
import type { MailContent, MailFile } from '../../domain/mail/mail.ts';
import type { Sent } from '../../domain/mail/sending-result.ts';

/**
 * Milliseconds to connect, for the greeting, and of silence from the server.
 */
const CONNECT_MS = 15_000;
const GREETING_MS = 15_000;
const SILENT_MS = 60_000;
/** Characters of the server's reply that are stored. */
const ANSWER_MAX = 1_000;

/** A mail with its recipients of this attempt. */
export type Letter = {
  id: string;
  content: MailContent;
  files: readonly MailFile[];
  /** Unix seconds. */
  createdAt: number;
};

/** Result of an attempt. */
export type SmtpResult = Sent & {
  latencyMs: number;
  status?: number;
  fault?: MailFault;
  answer?: string;
  /** The server refused the sender, not a recipient or the content. */
  isSenderRefused?: boolean;
};
/**
 * Why nothing was sent. `file_altered`: an attachment differs from the stored digest.
 * `no_longer_due`: the reminded invoice was settled first.
 */
export type MailFault =
  | 'file_altered'
  | 'no_longer_due'
  | 'deferred'
  | 'refused'
  | 'login_refused'
  | 'tls'
  | 'name_not_found'
  | 'timeout'
  | 'connection';

export type SmtpClient = (letter: Letter, signal: AbortSignal) => Promise<SmtpResult>;

/**
 * Sends through one mail server, one connection per mail. Without `smtps`, STARTTLS is required: a
 * server without it gets neither mail nor password, unless the URL says `?ignoreTLS=true` or the
 * server is on this machine. `ca`: extra certificate authorities.
 */
export function createSmtpClient(
  smtpUrl: string,
  { from, ca }: { from: string; ca?: string | Buffer | undefined },
): SmtpClient {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENT_MS,
    dnsTimeout: CONNECT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(mustUpgrade(smtpUrl) && { requireTLS: true }),
    ...(ca !== undefined && { tls: { ca } }),
  });
  return async (letter, signal) => {
    const began = performance.now();
    const latency = (): number => Math.round(performance.now() - began);
    try {
      const info = await transport.sendMail({ ...messageOf(letter, from), signal });
      const errors = (info.rejectedErrors ?? []) as SmtpError[];
      return { ...byAddress(info.accepted, errors), latencyMs: latency(), ...replyOf(info.response, errors) };
    } catch (error) {
      return { ...failed(error as SmtpError, letter), latencyMs: latency() };
    }
  };
}

/** Protects the password from an attacker who hides STARTTLS. */
function mustUpgrade(smtpUrl: string): boolean {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return protocol === 'smtp:' && !isHere && searchParams.get('ignoreTLS') !== 'true';
}

/** Message-ID and date are fixed per mail, so that recipients can recognize duplicates. */
function messageOf({ id, content, files, createdAt }: Letter, from: string): SendMailOptions {
  const { subject, fromName, replyTo, recipients, html, text, logo } = content;
  const addressed = (as: 'to' | 'copy') => recipients.filter((recipient) => recipient.as === as).map(plain);
  return {
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    date: new Date(createdAt * 1000),
    from: { name: fromName, address: from },
    ...(replyTo && { replyTo: { name: fromName, address: replyTo } }),
    to: addressed('to'),
    cc: addressed('copy'),
    envelope: { from, to: recipients.filter(({ state }) => state === 'waiting').map(({ address }) => address) },
    ...{ subject, html, text },
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: files.map(({ name, mediaType, bytes }, at) => ({
      ...{ filename: name, contentType: mediaType, content: Buffer.from(bytes) },
      ...(at === logo?.at
        ? { cid: logo.cid, contentDisposition: 'inline' as const }
        : { contentDisposition: 'attachment' as const }),
    })),
  };
}

/** As objects, so that an address is never parsed as a list. */
const plain = ({ address }: { address: string }) => ({ name: '', address });

/** Error fields of nodemailer. */
type SmtpError = Error & {
  code?: string;
  responseCode?: number;
  response?: string;
  recipient?: string;
  /** The SMTP command that failed. */
  command?: string;
  rejectedErrors?: SmtpError[];
};

const isForGood = ({ responseCode = 0 }: SmtpError): boolean => responseCode >= 500 && responseCode < 600;

function byAddress(accepted: readonly (string | { address: string })[], errors: readonly SmtpError[]): Sent {
  return {
    accepted: accepted.map((each) => (typeof each === 'string' ? each : each.address)),
    refused: errors.filter(isForGood).flatMap(({ recipient }) => recipient ?? []),
  };
}

/** The server's reply; if it rejected recipients, its reply for the first of them. */
function replyOf(response: string, [first]: readonly SmtpError[]): Omit<SmtpResult, 'latencyMs' | keyof Sent> {
  if (first) return { ...withStatus(first), fault: isForGood(first) ? 'refused' : 'deferred' };
  const status = Number.parseInt(response, 10);
  return { ...(status >= 200 && { status }), answer: response.slice(0, ANSWER_MAX) };
}

function failed(error: SmtpError, { content }: Letter): Omit<SmtpResult, 'latencyMs'> {
  const { command } = error;
  const said = { ...withStatus(error), fault: faultOf(error) };
  // A login problem concerns the server and us: the mail is fine and waits.
  if (said.fault !== 'refused')
    return { accepted: [], refused: byAddress([], error.rejectedErrors ?? []).refused, ...said };
  const everybody = content.recipients.map(({ address }) => address);
  const refused = error.rejectedErrors ? byAddress([], error.rejectedErrors).refused : everybody;
  return { accepted: [], refused, ...said, isSenderRefused: command === 'MAIL FROM' };
}

const withStatus = ({ responseCode, response, message }: SmtpError) => ({
  ...(responseCode !== undefined && responseCode > 0 && { status: responseCode }),
  answer: (response ?? message).slice(0, ANSWER_MAX),
});

function faultOf(error: SmtpError): MailFault {
  const { code = '', responseCode = 0, message } = error;
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2') return 'login_refused';
  if (
    code === 'ETLS' ||
    /CERT|SSL|SELF_SIGNED|UNABLE_TO/.test(code) ||
    /certificate|STARTTLS|SSL routines/i.test(message)
  )
    return 'tls';
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(code + message)) return 'name_not_found';
  if (LOGIN_WANTED.has(responseCode)) return 'login_refused';
  if (responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')) return 'refused';
  if (responseCode >= 400) return 'deferred';
  if (code === 'EABORT' || /TIMEDOUT|TIMEOUT/.test(code) || /timeout/i.test(message)) return 'timeout';
  return 'connection';
}

/** 5xx replies about our login, not about the mail (RFC 4954 section 6). */
const LOGIN_WANTED: ReadonlySet<number> = new Set([530, 534, 535, 538]);
