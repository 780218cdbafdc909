import { slices } from '../limits/time-slices.ts';
import { UnreadableFile } from './unreadable-file.ts';

/**
 * Events of the OFX reader: groups that open and close, and members with their text. `at` is the
 * offset in the text.
 */
export type OfxListener = {
  readonly open: (name: string, at: number) => void;
  readonly member: (name: string, value: string, at: number) => void;
  readonly close: (name: string, at: number) => void;
};

const GROUPS = [
  ...[
    'OFX',
    'SIGNONMSGSRSV1',
    'SONRS',
    'STATUS',
    'FI',
    'BANKMSGSRSV1',
    'CREDITCARDMSGSRSV1',
    'STMTTRNRS',
    'CCSTMTTRNRS',
  ],
  ...['STMTRS', 'CCSTMTRS', 'BANKACCTFROM', 'CCACCTFROM', 'BANKTRANLIST', 'STMTTRN', 'PAYEE', 'BANKACCTTO', 'CCACCTTO'],
  ...['LEDGERBAL', 'AVAILBAL', 'BALLIST', 'BAL', 'CURRENCY', 'ORIGCURRENCY', 'IMAGEDATA'],
  ...['BANKTRANLISTP', 'CCSTMTTRNP', 'STMTTRNP'],
];
const MEMBERS = [
  ...[
    'TRNTYPE',
    'DTPOSTED',
    'DTUSER',
    'DTAVAIL',
    'TRNAMT',
    'FITID',
    'CORRECTFITID',
    'CORRECTACTION',
    'SRVRTID',
    'CHECKNUM',
  ],
  ...[
    'REFNUM',
    'SIC',
    'PAYEEID',
    'NAME',
    'EXTDNAME',
    'MEMO',
    'CURSYM',
    'CURRATE',
    'BANKID',
    'BRANCHID',
    'ACCTID',
    'ACCTTYPE',
  ],
  ...['ACCTKEY', 'CURDEF', 'DTSTART', 'DTEND', 'BALAMT', 'DTASOF', 'TRNUID', 'CODE', 'SEVERITY', 'MESSAGE', 'DTSERVER'],
  ...['LANGUAGE', 'ORG', 'FID', 'MKTGINFO', 'INV401KSOURCE', 'INTU.BID', 'INTU.ORG', 'INTU.USERID', 'CLTCOOKIE'],
];
/** Members with free text, in which anything may look like a tag. */
const WORDS: ReadonlySet<string> = new Set(['NAME', 'EXTDNAME', 'MEMO', 'MESSAGE', 'ORG', 'MKTGINFO']);
const KNOWN: ReadonlySet<string> = new Set([...GROUPS, ...MEMBERS]);
const groups: ReadonlySet<string> = new Set(GROUPS);

/**
 * Reads OFX 1.x, an SGML format: members need no end tag, and free text may contain what looks
 * like a tag. A tag is therefore a capitalized OFX element at a valid position: after a member
 * without free text, or directly after free text without a blank. Every other `<` is text. One
 * pass, in slices; a truncated file is refused.
 */
export async function readOfxTags(text: string, listener: OfxListener): Promise<void> {
  const turn = slices();
  let isClosed = false;
  let last: { name: string; at: number; from: number } | undefined;
  const finish = (until: number): void => {
    if (!last) return;
    const value = text.slice(last.from, until);
    if (!groups.has(last.name)) listener.member(last.name, unescaped(value), last.at);
    last = undefined;
  };
  // Bank-specific elements read as tags: their end tags count wherever they occur.
  const unknown = new Set<string>();
  for (const tag of tagsOf(text)) {
    if (!tag.isTag(last?.name, unknown)) continue;
    if (!tag.closes && !KNOWN.has(tag.name)) unknown.add(tag.name);
    finish(tag.at);
    if (tag.closes && groups.has(tag.name)) listener.close(tag.name, tag.at);
    else if (!tag.closes) {
      if (groups.has(tag.name)) listener.open(tag.name, tag.at);
      last = { name: tag.name, at: tag.at, from: tag.end };
    }
    isClosed ||= tag.closes && tag.name === 'OFX';
    const others = turn();
    if (others) await others;
  }
  if (!isClosed) throw new UnreadableFile({ fault: 'cut_short' });
}

function* tagsOf(text: string) {
  for (const found of text.matchAll(/<(\/?)([A-Za-z][A-Za-z0-9._]{0,40})>/g)) {
    const [whole, slash, written = ''] = found;
    const [at, name] = [found.index, written.toUpperCase()];
    const closes = slash === '/';
    yield {
      ...{ at, name, closes, end: at + whole.length },
      isTag: (within: string | undefined, unknown: ReadonlySet<string>): boolean => {
        if (KNOWN.has(name) || within === undefined) return true;
        if (closes) return within === name || unknown.has(name);
        if (standsAlone(text, at)) return true;
        if (written !== name) return false;
        return !WORDS.has(within) || (name.length >= UNKNOWN_MIN && !isBlank(text[at - 1]));
      },
    };
  }
}

/**
 * Minimum length of a bank-specific element after free text: a shorter `<B>` is more likely part
 * of the text.
 */
const UNKNOWN_MIN = 3;

const isBlank = (sign: string | undefined): boolean => sign === undefined || /\s/.test(sign);

/** Only a tag may start a line or follow another tag directly. */
function standsAlone(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && before > at - BLANKS_MAX && (text[before] === ' ' || text[before] === '\t')) before -= 1;
  return before < 0 || text[before] === '\n' || text[before] === '\r' || text[before] === '>';
}
/** Blanks that may precede a tag on its line. */
const BLANKS_MAX = 200;

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', quot: '"', apos: "'" };

/**
 * Decodes SGML and XML escapes once: `&amp;lt;` becomes `&lt;`. Invalid character references stay
 * as written.
 */
function unescaped(value: string): string {
  if (!value.includes('&')) return value;
  return value.replace(
    /&(?:(amp|lt|gt|nbsp|quot|apos)|#(\d{1,7})|#[xX]([\da-fA-F]{1,6}));/g,
    (whole, name, decimal, hex) => {
      if (name !== undefined) return named[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
