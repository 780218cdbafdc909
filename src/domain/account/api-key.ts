/**
 * The text of an API key: `fk_live_` or `fk_test_`, then 92 characters of base 62 (0-9, A-Z, a-z).
 * The characters encode one number of 68 bytes: the account id (16), the key id (16), the secret
 * (32) and a CRC-32 (4) over the prefix and the bytes before it. The key itself therefore names its
 * account, a double click selects all of it, and a secret scanner finds it by
 * `fk_(live|test)_[0-9A-Za-z]{92}` and verifies it by the checksum, without a request.
 */
export type ApiKey = {
  readonly accountId: string;
  readonly keyId: string;
  readonly test: boolean;
  /** 256 random bits. */
  readonly secret: Uint8Array;
};

export const SECRET_BYTES = 32;

/** Formats a key as the text its holder stores. */
export function formatApiKey({ accountId, keyId, test, secret }: ApiKey): string {
  const bytes = [...bytesOf(accountId), ...bytesOf(keyId), ...secret];
  const prefix = prefixOf(test);
  return prefix + toBase62([...bytes, ...checksum(prefix, bytes)]);
}

/**
 * The last characters of a key: enough for its holder to recognize it, too few to help guess the
 * rest.
 */
export const endingOf = (text: string): string => text.slice(-ENDING_CHARACTERS);

/** Parses a key; undefined if the text is not a key or was mistyped. */
export function parseApiKey(text: string): ApiKey | undefined {
  const [, prefix, mode, digits] = /^(fk_(live|test)_)([0-9A-Za-z]{92})$/.exec(text) ?? [];
  const bytes = digits === undefined ? undefined : fromBase62(digits);
  if (prefix === undefined || bytes === undefined) return undefined;
  const signed = bytes.slice(0, -CHECKSUM_BYTES);
  if (String(checksum(prefix, signed)) !== String(bytes.slice(-CHECKSUM_BYTES))) return undefined;
  return {
    accountId: uuidOf(signed.slice(0, ID_BYTES)),
    keyId: uuidOf(signed.slice(ID_BYTES, 2 * ID_BYTES)),
    test: mode === 'test',
    secret: Uint8Array.from(signed.slice(2 * ID_BYTES)),
  };
}

/** Reveals at most 24 bits. */
const ENDING_CHARACTERS = 4;
const ID_BYTES = 16;
const CHECKSUM_BYTES = 4;
const BYTES = 2 * ID_BYTES + SECRET_BYTES + CHECKSUM_BYTES;
/** 62 ** 92 is the first power above 256 ** 68. */
const DIGITS = 92;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const valueOf = new Map([...ALPHABET].map((digit, value) => [digit, BigInt(value)]));

const prefixOf = (test: boolean): string => (test ? 'fk_test_' : 'fk_live_');

function toBase62(bytes: readonly number[]): string {
  let number = BigInt(`0x${hexOf(bytes)}`);
  let digits = '';
  for (let place = 0; place < DIGITS; place++) {
    digits = ALPHABET[Number(number % 62n)] + digits;
    number /= 62n;
  }
  return digits;
}

/** Undefined if the number does not fit into the bytes. */
function fromBase62(digits: string): number[] | undefined {
  let number = 0n;
  for (const digit of digits) number = number * 62n + (valueOf.get(digit) ?? 0n);
  const hex = number.toString(16).padStart(2 * BYTES, '0');
  return hex.length > 2 * BYTES ? undefined : bytesOf(hex);
}

const bytesOf = (hex: string): number[] =>
  (hex.replaceAll('-', '').match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));

const hexOf = (bytes: readonly number[]): string => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');

const uuidOf = (bytes: readonly number[]): string =>
  hexOf(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** CRC-32 as in zip and PNG (polynomial 0xEDB88320), most significant byte first. */
function checksum(prefix: string, bytes: readonly number[]): number[] {
  let crc = 0xffffffff;
  for (const byte of [...[...prefix].map((letter) => letter.charCodeAt(0)), ...bytes]) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  const value = (crc ^ 0xffffffff) >>> 0;
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
}
