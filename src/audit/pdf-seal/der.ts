const CONSTRUCTED = 0x20;
const LONG_TAG = 0x1f;
const LONG_LENGTH = 0x80;
/** Maximum octets of a length: tokens are far below 4 GiB. */
const LENGTH_OCTETS_MAX = 4;

/**
 * Whether bytes are exactly one ASN.1 element in DER: every length definite, shortest, and filled
 * by its contents. Other readers tolerate differences in lengths, so a change could go undetected.
 */
export function isCanonicalDer(bytes: Uint8Array): boolean {
  /** The end offsets of the open elements. */
  const ends = [bytes.length];
  let at = 0;
  let elements = 0;
  while (ends.length > 0) {
    const end = ends.at(-1) as number;
    if (at === end) {
      ends.pop();
      continue;
    }
    if (ends.length === 1 && elements > 0) return false;
    const head = headAt(bytes, at, end);
    if (!head) return false;
    elements += 1;
    at = head.content;
    if (head.isConstructed) ends.push(head.end);
    else at = head.end;
  }
  return elements > 0;
}

/** The elements within an element, in encoded form. Throws a RangeError if they are not DER. */
export function elementsIn(bytes: Uint8Array): Buffer[] {
  const whole = headAt(bytes, 0, bytes.length);
  if (!whole) throw new RangeError('not a DER element');
  const found: Buffer[] = [];
  for (let at = whole.content; at < whole.end; ) {
    const head = headAt(bytes, at, whole.end);
    if (!head) throw new RangeError('not a DER element');
    found.push(Buffer.from(bytes.subarray(at, head.end)));
    at = head.end;
  }
  return found;
}

/** The contents of an element without its header. Throws a RangeError if invalid. */
export function contentOf(bytes: Uint8Array): Buffer {
  const head = headAt(bytes, 0, bytes.length);
  if (!head) throw new RangeError('not a DER element');
  return Buffer.from(bytes.subarray(head.content, head.end));
}

/** Encodes an element with these contents: `tag` is its first octet. */
export function element(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const octets: number[] = [];
  for (let rest = content.length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256);
  const length = content.length < LONG_LENGTH ? [content.length] : [LONG_LENGTH + octets.length, ...octets];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

type Head = { isConstructed: boolean; content: number; end: number };

/**
 * The header of the element at an offset; undefined if not DER, or if the element exceeds `within`.
 */
function headAt(bytes: Uint8Array, at: number, within: number): Head | undefined {
  const [tag = 0, first = LONG_LENGTH] = bytes.subarray(at, within);
  // Tags of more than one octet do not occur in time stamps.
  if ((tag & LONG_TAG) === LONG_TAG) return undefined;
  const octets = first < LONG_LENGTH ? 0 : first - LONG_LENGTH;
  const content = at + 2 + octets;
  if (first === LONG_LENGTH || octets > LENGTH_OCTETS_MAX || content > within) return undefined;
  const length = octets === 0 ? first : bytes.subarray(at + 2, content).reduce((sum, octet) => sum * 256 + octet, 0);
  const isShortest = octets === 0 || (length >= LONG_LENGTH && bytes[at + 2] !== 0);
  const end = content + length;
  return isShortest && end <= within ? { isConstructed: (tag & CONSTRUCTED) !== 0, content, end } : undefined;
}
