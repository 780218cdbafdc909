import { slices } from '../limits/time-slices.ts';
import { Unreadable } from './unreadable-file.ts';

/** What is told of an OFX file as it is read: groups that open and close, and members with their text. `at` places it in the text. */
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
/** Members that hold words, in which anything may look like a tag. */
const WORDS: ReadonlySet<string> = new Set(['NAME', 'EXTDNAME', 'MEMO', 'MESSAGE', 'ORG', 'MKTGINFO']);
const KNOWN: ReadonlySet<string> = new Set([...GROUPS, ...MEMBERS]);
const groups: ReadonlySet<string> = new Set(GROUPS);

/**
 * Reads OFX 1.x, which is SGML: members need no end, and what banks write into them may look like a tag. So a tag is an element of OFX,
 * a name in capitals where only a tag may stand, behind a member that holds no words, or right behind words without a blank. Every other
 * `<` is part of the text. Goes through the text once, in slices. A file that does not come to its end is refused.
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
  // Elements of the bank's own that were read as such: their ends are tags, wherever they stand.
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
  if (!isClosed) throw new Unreadable({ fault: 'cut_short' });
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

/** Letters of an element of a bank's own behind words: `<B>` is more likely one of them. */
const UNKNOWN_MIN = 3;

const isBlank = (sign: string | undefined): boolean => sign === undefined || /\s/.test(sign);

/** Only a tag may stand first on its line, or right behind another. */
function standsAlone(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && before > at - BLANKS_MAX && (text[before] === ' ' || text[before] === '\t')) before -= 1;
  return before < 0 || text[before] === '\n' || text[before] === '\r' || text[before] === '>';
}
/** Blanks that may stand before a tag on its line. */
const BLANKS_MAX = 200;

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', quot: '"', apos: "'" };

/** What SGML and XML write otherwise, once: `&amp;lt;` is `&lt;`. What is no character stays as it is written. */
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
