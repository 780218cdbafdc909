/** A head of a chain exported elsewhere: on paper, by mail, at an accountant's. */
export type KeptHead = {
  account: string;
  mode: 'live' | 'test';
  seq: number;
  /** Hex SHA-256 of the link. */
  hash: string;
  /** Hex SHA-256 of the public key that signed it. */
  key: string;
  /** Base64 of Ed25519 over the hash. */
  signature: string;
  /** The time of the link, Unix seconds. */
  at: number;
};

const TITLE = 'FACTURIER AUDIT HEADS';
const USE = 'To check / pour vérifier : npx facturier verify --heads FILE';

/** The text to store: readable by people and by `verify --heads`, even quoted or indented. */
export function headsText(heads: readonly KeptHead[], now: number): string {
  const blocks = heads.map(({ account, mode, seq, at, hash, key, signature }) =>
    [
      `account ${account} ${mode} link ${seq} at ${timeText(at)}`,
      `  hash ${hash}`,
      `  key ${key}`,
      `  signature ${signature}`,
    ].join('\n'),
  );
  return [`${TITLE} ${timeText(now)}`, USE, ...blocks, ''].join('\n');
}

/**
 * Parses exported heads, as text or as the JSON of `--json`. `unreadable` counts incomplete heads,
 * which mean that the text was cut or changed.
 */
export function readHeads(text: string): { heads: KeptHead[]; unreadable: number } {
  const json = jsonHeads(text);
  if (json) return json;
  const plain = text.replaceAll(/^[ \t>]+/gm, '').replaceAll(/\s+/g, ' ');
  const heads = [...plain.matchAll(HEAD)].map(
    ([, account = '', mode, seq, at = '', hash = '', key = '', signature = '']): KeptHead => ({
      account,
      mode: mode as KeptHead['mode'],
      seq: Number(seq),
      at: Date.parse(at) / 1000,
      hash,
      key,
      signature,
    }),
  );
  const begun = [...plain.matchAll(/\baccount [0-9a-f]{8}-/g)].length;
  return { heads, unreadable: begun - heads.length };
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const TIME = '\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ';
const HEAD = new RegExp(
  `\\baccount (${UUID}) (live|test) link (\\d{1,15}) at (${TIME}) hash ([0-9a-f]{64}) key ([0-9a-f]{64}) signature ([A-Za-z0-9+/]{86}==)`,
  'g',
);

const timeText = (at: number): string => new Date(at * 1000).toISOString().replace('.000Z', 'Z');

function jsonHeads(text: string): { heads: KeptHead[]; unreadable: number } | undefined {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return undefined;
  }
  const list = (Array.isArray(said) ? said : (said as { heads?: unknown })?.heads) as unknown;
  if (!Array.isArray(list)) return undefined;
  const heads = list.flatMap((each) => readHeads(headsText([each as KeptHead].filter(isHead), 0)).heads);
  return { heads, unreadable: list.length - heads.length };
}

const isHead = (said: KeptHead): boolean =>
  typeof said === 'object' &&
  said !== null &&
  Number.isSafeInteger(said.seq) &&
  Number.isSafeInteger(said.at) &&
  said.at < 253_402_300_800;
