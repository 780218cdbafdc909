import type { Locale } from '../domain/billing/document/locale.ts';
import type { MemberNotice, OwnAccessNotice } from '../domain/people/access-notice.ts';
import type { Role } from '../domain/people/role.ts';
import { type Letter, paragraph } from './document-mail.ts';
import { escaped } from './escape-html.ts';
import { formatDateTime, formatDay } from './format-values.ts';
import { accessWords } from './locales/access.ts';
import { deletionWords } from './locales/deletion.ts';
import { memberWords } from './locales/members.ts';

/**
 * When a change was made and from which IP address; the address is absent for an operator. `at` is
 * Unix seconds.
 */
type Made = { readonly at: number; readonly zone: string; readonly network?: string | undefined };

/**
 * The mail to a person about a change of their own access. `url`: where to reset the password;
 * `name`: that of a passkey.
 */
export function ownAccessMail(
  { notice, name, url, ...made }: Made & { notice: OwnAccessNotice; name?: string | undefined; url: string },
  locale: Locale,
): Letter {
  const words = accessWords[locale];
  const { subject, said } = words[notice];
  const about = [said, ...(name === undefined ? [] : [words.named(name)])];
  return { subject, content: [paragraph(...about), when(made, locale), remedy(words.remedy, url)].join('\n') };
}

/**
 * The mail to an owner about a new API key. `url`: where keys are revoked; `by`: the person who
 * created it.
 */
export function keyCreatedMail(
  { name, account, by, url, ...made }: Made & { name: string; account: string; by?: string | undefined; url: string },
  locale: Locale,
): Letter {
  const { keyMade } = accessWords[locale];
  const about = [keyMade.said(name, account), ...(by === undefined ? [] : [keyMade.by(by)])];
  const content = [paragraph(...about), when(made, locale), remedy(keyMade.remedy, url)].join('\n');
  return { subject: keyMade.subject(account), content };
}

/** The mail about a member who joined, changed role or left. `url`: the members page. */
export function memberChangeMail(
  {
    notice,
    person,
    account,
    role,
    by,
    url,
    ...made
  }: Made & {
    notice: MemberNotice;
    person: string;
    account: string;
    role?: Role | undefined;
    by?: string | undefined;
    url: string;
  },
  locale: Locale,
): Letter {
  const words = memberWords[locale];
  const about = [
    words[notice](person, account),
    ...(role === undefined ? [] : [words.role(words.roles[role])]),
    ...(by === undefined ? [] : [words.by(by)]),
  ];
  return {
    subject: words.subject(account),
    content: [paragraph(...about), when(made, locale), remedy(words.remedy, url)].join('\n'),
  };
}

/**
 * The mail to an owner about the deletion of the account. `dueAt`: when it is deleted, Unix
 * seconds; `url`: where the deletion is canceled.
 */
export function deletionMail(
  {
    notice,
    account,
    by,
    dueAt,
    url,
    ...made
  }: Made & {
    notice: 'deletion_requested' | 'deletion_canceled';
    account: string;
    by?: string | undefined;
    dueAt: number;
    url: string;
  },
  locale: Locale,
): Letter {
  const words = deletionWords[locale];
  const about = [
    words[notice](account, formatDay(dueAt, made.zone, locale)),
    ...(by === undefined ? [] : [memberWords[locale].by(by)]),
  ];
  const content = [paragraph(...about), when(made, locale), remedy(words.remedy[notice], url)].join('\n');
  return { subject: words.subject(account), content };
}

function when({ at, zone, network }: Made, locale: Locale): string {
  const moment = formatDateTime(at, zone, locale);
  return paragraph(network === undefined ? `${moment}.` : accessWords[locale].from(moment, network));
}

const remedy = (said: string, url: string): string =>
  `${paragraph(said)}\n<p><a href="${escaped(url)}">${escaped(url)}</a></p>`;
