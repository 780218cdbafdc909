/** The character sets a file may be said to be in; the first is tried before the others are guessed. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-15', 'macintosh'] as const;
export type Encoding = (typeof encodings)[number];

export type Undecodable = { readonly undecodable: 'encoding' | 'nul' };

/**
 * The text of a file. Unless its character set is said: by its byte order mark, else UTF-8 where every byte agrees, else
 * Windows-1252, which is what French Excel saves as "CSV". A NUL is refused: it is no text, and PostgreSQL keeps none.
 */
export function decodeText(bytes: Uint8Array, said?: Encoding): string | Undecodable {
  const text = said ? decodedAs(said, bytes) : decodedByItself(bytes);
  if (text === undefined) return { undecodable: 'encoding' };
  return text.includes('\0') ? { undecodable: 'nul' } : text;
}

function decodedByItself(bytes: Uint8Array): string | undefined {
  const marked = MARKS.find(({ mark }) => mark.every((byte, place) => bytes[place] === byte));
  if (marked) return decodedAs(marked.encoding, bytes);
  const unmarked = utf16Without(bytes);
  if (unmarked) return decodedAs(unmarked, bytes);
  return decodedAs('utf-8', bytes) ?? decodedAs('windows-1252', bytes);
}

/** Characters at the beginning that tell UTF-16 without a mark. */
const TELLING = 8;

/** The order of UTF-16 without a mark: files begin with plain letters, of which every other byte is zero. */
function utf16Without(bytes: Uint8Array): Encoding | undefined {
  if (bytes.length < TELLING * 2) return undefined;
  const zeros = [0, 1].map((first) =>
    Array.from({ length: TELLING }, (_, at) => bytes[at * 2 + first]).every((byte) => byte === 0),
  );
  if (zeros[0] === zeros[1]) return undefined;
  return zeros[0] ? 'utf-16be' : 'utf-16le';
}

/** Byte order marks. The decoder takes them off. */
const MARKS: readonly { mark: readonly number[]; encoding: Encoding }[] = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
];

function decodedAs(encoding: Encoding, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
