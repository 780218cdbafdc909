import type { ExportedFile, FileName } from '../../db/account/export/exported-files.ts';
import { extensions } from '../member-names.ts';

/** Characters of a file name: paths stay readable on every system. */
const NAME_CHARACTERS_MAX = 80;
/** Names that Windows reserves for devices. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const DIGEST_SHOWN = 8;

/** Chooses a readable path for each file of an export; no two are equal, also on Windows. */
export function filePaths(): (file: ExportedFile) => string {
  const taken = new Set<string>();
  return ({ sha256, names }) => {
    const digest = sha256.toString('hex');
    const wanted = names[0] ? pathOf(names[0], digest) : `other/${digest}`;
    const dot = wanted.lastIndexOf('.');
    const path = taken.has(wanted.toLowerCase())
      ? `${wanted.slice(0, dot)}-${digest.slice(0, DIGEST_SHOWN)}${wanted.slice(dot)}`
      : wanted;
    taken.add(path.toLowerCase());
    return path;
  };
}

function pathOf(name: FileName, digest: string): string {
  switch (name.of) {
    case 'rendering': {
      const { format, locale, canceled } = name;
      const variant = `${locale === 'fr' ? '' : `.${locale}`}${canceled ? '.annule' : ''}`;
      return `papers/${yearOf(name.on)}/${documentName(name)}${variant}.${extensions[format]}`;
    }
    case 'attachment':
      return `attachments/${yearOf(name.on)}/${documentName(name)}/${plainName(name.name ?? digest)}`;
    case 'received':
      return `received/${yearAt(name.at)}/${plainName(name.name)}`;
    case 'receipt':
      return `receipts/${yearOf(name.on)}/${String(name.number).padStart(4, '0')}-${plainName(name.name || digest)}`;
    case 'past':
      return `past/${yearOf(name.on)}/${plainName(`${name.number}${extensionOf(name.name)}`)}`;
    case 'imported':
      return `imported/${yearAt(name.at)}/${plainName(name.name)}`;
    case 'mailed':
      return `mails/${yearAt(name.at)}/${plainName(name.name)}`;
  }
}

const extensionOf = (name: string): string => (name.includes('.') ? name.slice(name.lastIndexOf('.')) : '');
const documentName = ({ number, documentId }: { number: string | null; documentId: string }): string =>
  plainName(number ?? documentId);
const yearOf = (day: string): string => day.slice(0, 4);
const yearAt = (at: number): string => new Date(at * 1_000).toISOString().slice(0, 4);

/** A name of letters, digits, blanks and `._-`, without a path, and with an extension. */
function plainName(name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? safe(name.slice(dot + 1)).slice(0, 10) : '';
  const stem = safe(dot > 0 ? name.slice(0, dot) : name).slice(0, NAME_CHARACTERS_MAX) || 'file';
  const whole = extension ? `${stem}.${extension}` : stem;
  return RESERVED.test(whole) ? `_${whole}` : whole;
}

const safe = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._ -]+/gu, '-')
    .replace(/^[. -]+|[. ]+$/g, '');
