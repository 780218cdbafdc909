/** The encodings a file may declare; the first one is tried first when guessing. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-15', 'macintosh'] as const;
export type Encoding = (typeof encodings)[number];

export type Undecodable = { readonly undecodable: 'encoding' | 'nul' };

/**
 * Decodes a file. Without a declared encoding: its byte order mark, else UTF-8 if every byte is
 * valid, else Windows-1252, which French Excel writes for "CSV". A NUL is refused: it is not text,
 * and PostgreSQL cannot store it.
 */
export function decodeText(bytes: Uint8Array, encoding?: Encoding): string | Undecodable {
  const text = encoding ? decodedAs(encoding, bytes) : decodedByItself(bytes);
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

/** Characters at the beginning used to detect UTF-16 without a byte order mark. */
const TELLING = 8;

/**
 * The byte order of UTF-16 without a mark: files begin with ASCII letters, so every other byte is
 * zero.
 */
function utf16Without(bytes: Uint8Array): Encoding | undefined {
  if (bytes.length < TELLING * 2) return undefined;
  const zeros = [0, 1].map((first) =>
    Array.from({ length: TELLING }, (_, at) => bytes[at * 2 + first]).every((byte) => byte === 0),
  );
  if (zeros[0] === zeros[1]) return undefined;
  return zeros[0] ? 'utf-16be' : 'utf-16le';
}

/** Byte order marks. The decoder removes them. */
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
