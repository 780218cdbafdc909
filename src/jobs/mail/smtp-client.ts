import nodemailer, { type SendMailOptions } from 'nodemailer';
import type { MailContent, MailFile } from '../../domain/mail/mail.ts';
import type { Sent } from '../../domain/mail/sending-result.ts';

/** Milliseconds to connect, to be greeted, and the server may stay silent; milliseconds one mail may take in all. */
const CONNECT_MS = 15_000;
const GREETING_MS = 15_000;
const SILENT_MS = 60_000;
export const SENDING_MS_MAX = 180_000;
/** Characters of the server's answer that are kept. */
const ANSWER_MAX = 1_000;

/** A mail on its way: what it is and to whom it goes this time. */
export type Letter = {
  id: string;
  content: MailContent;
  files: readonly MailFile[];
  /** Unix seconds. */
  createdAt: number;
};

/** What an attempt came to. */
export type SmtpResult = Sent & { latencyMs: number; status?: number; fault?: MailFault; answer?: string };
/**
 * `file_altered`: nothing was sent, because what should go along is not what was kept. `no_longer_due`: because what was to be reminded of
 * was settled before it left.
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
 * Sends by one mail server, a connection a mail. Without `smtps` TLS is asked for by STARTTLS, and a server that has none
 * gets neither mail nor password, unless the address says `?ignoreTLS=true` or it is on this machine. `ca` are authorities to
 * trust beside the usual ones.
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
      return { ...byAddress(info.accepted, errors), latencyMs: latency(), ...told(info.response, errors) };
    } catch (error) {
      return { ...failed(error as SmtpError, letter), latencyMs: latency() };
    }
  };
}

/** A password must not be lured out of us by whoever sits in between and hides STARTTLS. */
function mustUpgrade(smtpUrl: string): boolean {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return protocol === 'smtp:' && !isHere && searchParams.get('ignoreTLS') !== 'true';
}

/** Message-ID and date are the mail's own: whoever gets it twice can tell. */
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

/** As an object, so that nothing in it is read as a list of addresses. */
const plain = ({ address }: { address: string }) => ({ name: '', address });

/** What nodemailer says of a failure. */
type SmtpError = Error & {
  code?: string;
  responseCode?: number;
  response?: string;
  recipient?: string;
  rejectedErrors?: SmtpError[];
};

const isForGood = ({ responseCode = 0 }: SmtpError): boolean => responseCode >= 500 && responseCode < 600;

function byAddress(accepted: readonly (string | { address: string })[], errors: readonly SmtpError[]): Sent {
  return {
    accepted: accepted.map((each) => (typeof each === 'string' ? each : each.address)),
    refused: errors.filter(isForGood).flatMap(({ recipient }) => recipient ?? []),
  };
}

/** The server took the mail, though perhaps not for everybody: then what it said of the first it did not take. */
function told(response: string, [first]: readonly SmtpError[]): Omit<SmtpResult, 'latencyMs' | keyof Sent> {
  if (first) return { ...withStatus(first), fault: isForGood(first) ? 'refused' : 'deferred' };
  const status = Number.parseInt(response, 10);
  return { ...(status >= 200 && { status }), answer: response.slice(0, ANSWER_MAX) };
}

function failed(error: SmtpError, { content }: Letter): Omit<SmtpResult, 'latencyMs'> {
  const said = { ...withStatus(error), fault: faultOf(error) };
  // Who may send at all is between us and the server: the mail is not at fault, and waits.
  if (said.fault !== 'refused')
    return { accepted: [], refused: byAddress([], error.rejectedErrors ?? []).refused, ...said };
  const everybody = content.recipients.map(({ address }) => address);
  const refused = error.rejectedErrors ? byAddress([], error.rejectedErrors).refused : everybody;
  return { accepted: [], refused, ...said };
}

const withStatus = ({ responseCode, response, message }: SmtpError) => ({
  ...(responseCode !== undefined && responseCode > 0 && { status: responseCode }),
  answer: (response ?? message).slice(0, ANSWER_MAX),
});

function faultOf(error: SmtpError): MailFault {
  const { code = '', responseCode = 0, message } = error;
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2') return 'login_refused';
  if (code === 'ETLS' || /CERT|SSL|SELF_SIGNED|UNABLE_TO/.test(code) || /certificate|STARTTLS/i.test(message))
    return 'tls';
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(code + message)) return 'name_not_found';
  if (LOGIN_WANTED.has(responseCode)) return 'login_refused';
  if (responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')) return 'refused';
  if (responseCode >= 400) return 'deferred';
  if (code === 'EABORT' || /TIMEDOUT|TIMEOUT/.test(code) || /timeout/i.test(message)) return 'timeout';
  return 'connection';
}

/** 5xx that speak of who we are, not of the mail (RFC 4954 section 6). */
const LOGIN_WANTED: ReadonlySet<number> = new Set([530, 534, 535, 538]);
