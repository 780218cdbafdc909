import { takeTurn } from '../../db/account/usage.ts';
import { type MailAttachment, mailsSince, writeMail } from '../../db/mail/mails.ts';
import type { Tx } from '../../db/transaction.ts';
import { fits } from '../../domain/account/quota.ts';
import type { AccountSettings, Emitter } from '../../domain/account/settings.ts';
import type { Locale } from '../../domain/billing/document/locale.ts';
import {
  COUNTED_SECONDS,
  FILES_BYTES_MAX,
  type MailContent,
  type MailPurpose,
  newRecipients,
} from '../../domain/mail/mail.ts';
import type { Refused } from '../../domain/refusal.ts';
import { firstCharacters } from '../../domain/text/truncate.ts';
import { pictureSize } from '../../domain/themes/logo.ts';
import type { Logo, Theme } from '../../domain/themes/theme.ts';
import { words } from '../../mail/locales/index.ts';
import { framed } from '../../mail/mail-layout.ts';
import { sha256Of } from '../billing/files/render-document.ts';
import type { Context } from '../context.ts';
import { footOf, nameOf } from './sender.ts';

/** A mail requested by an operation. `content` is sanitized HTML without the layout. */
type NewMailRequest = {
  purpose: MailPurpose;
  /** Never sent: it goes to the mailbox. */
  test: boolean;
  /** Of a document: its ID, and whether only for display. */
  documentId?: string;
  isTestDocument?: boolean;
  to: readonly string[];
  copy?: readonly string[];
  subject: string;
  content: string;
  locale: Locale;
  files?: readonly MailAttachment[];
  settings: AccountSettings;
  /** As the document names it; by default the current one. */
  emitter?: Emitter;
  /** The theme for colours and logo. */
  theme?: Theme;
};

export const queueMailRefusals = ['mail_not_configured', 'mail_files_too_large', 'too_many_mails'] as const;
type PostRefusal = Refused<(typeof queueMailRefusals)[number]>;

type MailContext = Pick<Context, 'tx' | 'now' | 'newId' | 'mail' | 'objects' | 'quotas'>;

/** Queues a mail to be sent after the commit and returns its ID, or why it is refused. */
export async function queueMail(
  context: MailContext,
  request: NewMailRequest,
): Promise<{ mailId: string } | PostRefusal> {
  const { tx, objects, now } = context;
  const { test, documentId, purpose } = request;
  if (!test && !context.mail) return { refused: 'mail_not_configured' };
  const { files, logo } = withLogo(request);
  if (sizeOf(files) > FILES_BYTES_MAX) return { refused: 'mail_files_too_large', limit: FILES_BYTES_MAX };
  const limit = context.quotas.mailsPerDay;
  if (!(await isRoom(tx, { test, since: now - COUNTED_SECONDS }, limit))) return { refused: 'too_many_mails', limit };

  const mailId = context.newId();
  const names = namesOf(files);
  const along = files.map((file, at) => ({ ...file, name: names[at] as string }));
  await writeMail(
    tx,
    objects,
    { id: mailId, test, documentId, purpose, content: contentOf(request, logo), files: along },
    now,
  );
  return { mailId };
}

/** Transactions of one account that may queue a mail concurrently, across all processes. */
const AT_ONCE_MAX = 100;

/**
 * Whether one more mail is within the limit. Only near the limit does it wait for concurrent ones,
 * because some callers hold the account's audit chain and others wait for it later.
 */
async function isRoom(tx: Tx, counted: Parameters<typeof mailsSince>[1], limit: number): Promise<boolean> {
  if (fits(await mailsSince(tx, counted), AT_ONCE_MAX, limit)) return true;
  takeTurn(tx, 'mails');
  return fits(await mailsSince(tx, counted), 1, limit);
}

/** The attachments, with the logo last: shown inline, and omitted if there is no room. */
function withLogo({ files = [], theme }: NewMailRequest): { files: readonly MailAttachment[]; logo?: MailLogo } {
  const logo = theme?.logo && mailLogo(theme.logo);
  if (!logo || sizeOf(files) + logo.file.size > FILES_BYTES_MAX) return { files };
  return { files: [...files, logo.file], logo };
}

const sizeOf = (files: readonly MailAttachment[]): number => files.reduce((sum, { size }) => sum + size, 0);

function contentOf(request: NewMailRequest, logo?: MailLogo): MailContent {
  const { settings, subject, locale, purpose, files = [], theme } = request;
  const emitter = request.emitter ?? settings.emitter;
  const fromName = nameOf(emitter, settings);
  const texts = words[locale];
  const banners = [
    ...(request.isTestDocument ? [texts.test] : []),
    ...(purpose === 'trial' || purpose === 'signature' ? [texts.trial] : []),
  ];
  const look = { accent: theme?.colours.accent, logo: logo?.shown };
  const frame = { locale, subject, from: fromName, foot: footOf(emitter, settings), banners, ...look };
  const replyTo = settings.emitter.email;
  return {
    ...{ subject, fromName, ...(replyTo && { replyTo }) },
    recipients: newRecipients(request.to, request.copy ?? []),
    ...framed(request.content, frame),
    ...(logo && { logo: { at: files.length, cid: logo.shown.cid } }),
  };
}

/** Characters of a file name that fit in a header without being cut. */
const FILE_NAME_MAX = 150;
/** Control characters, and characters with a meaning in paths or headers. */
const NOT_IN_NAMES = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"\\/:*?<>|]+/gu;

/** Safe file names. */
const namesOf = (files: readonly MailAttachment[]): string[] =>
  files.map(({ name }) => {
    const plain = name.replace(NOT_IN_NAMES, '-').trim();
    const dot = plain.lastIndexOf('.');
    const extension = dot > 0 ? firstCharacters(plain.slice(dot), 10) : '';
    return plain.length <= FILE_NAME_MAX ? plain : firstCharacters(plain, FILE_NAME_MAX - extension.length) + extension;
  });

/** Maximum width in pixels of a logo in a mail, so that the amount stays prominent. */
const WIDTH_MAX = 200;
const HEIGHT_MAX = 48;

/** A logo in a mail: the file, and the HTML that shows it. */
type MailLogo = {
  readonly file: MailAttachment;
  readonly shown: { readonly cid: string; readonly width: number; readonly height: number };
};

/**
 * A theme's logo as an inline part of a mail (RFC 2392): mail programs show it at once, but block
 * remote images, and many do not show data URLs. Undefined if its size cannot be read.
 */
function mailLogo({ format, base64 }: Logo): MailLogo | undefined {
  const bytes = Buffer.from(base64, 'base64');
  const size = pictureSize(format, bytes);
  if (!size) return undefined;
  const shrunk = Math.min(1, WIDTH_MAX / size.width, HEIGHT_MAX / size.height);
  const sha256 = sha256Of(bytes);
  return {
    file: {
      name: `logo.${format}`,
      mediaType: format === 'png' ? 'image/png' : 'image/jpeg',
      size: bytes.length,
      bytes,
      sha256,
    },
    shown: {
      cid: `logo-${sha256.toString('hex').slice(0, 16)}@facturier`,
      width: Math.max(1, Math.round(size.width * shrunk)),
      height: Math.max(1, Math.round(size.height * shrunk)),
    },
  };
}
