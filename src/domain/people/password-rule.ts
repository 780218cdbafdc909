import type { Refused } from '../refusal.ts';
import type { WeakPassword } from './weak-password.ts';

/** Characters of a password; no other rule of composition (NIST SP 800-63B-4, 3.1.1.2: length counts, rules of letters do not). */
const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 256;

/** Refuses a password that is guessed first: too short, one of the common ones, or made of one's own name or address. */
export function weakPassword(
  written: string,
  { email, name }: { email: string; name: string },
): Refused<'password_weak'> | undefined {
  const reason = weakness(written, { email, name });
  return reason && { refused: 'password_weak', reason, least: PASSWORD_MIN };
}

function weakness(written: string, own: { email: string; name: string }): WeakPassword | undefined {
  if ([...written].length < PASSWORD_MIN) return 'too_short';
  const bare = lettersAndDigits(written);
  if (isRepeated(bare) || isSequence(bare) || COMMON.some((word) => isMadeOf(bare, word))) return 'too_common';
  const owns = [own.email, own.email.split('@')[0] ?? '', own.name].map(lettersAndDigits);
  return owns.some((word) => word.length >= OWN_WORD_MIN && isMadeOf(bare, word)) ? 'like_you' : undefined;
}

const lettersAndDigits = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Shorter words of one's own may stand in any password. */
const OWN_WORD_MIN = 4;
/** Characters beside a known word that make a password of it all the same. */
const BESIDE_MAX = 4;

/** A word, once or several times over, and hardly anything else. */
const isMadeOf = (bare: string, word: string): boolean =>
  bare.includes(word) && bare.replaceAll(word, '').length <= BESIDE_MAX;

const isRepeated = (bare: string): boolean => bare === '' || /^(.{1,4})\1+.{0,3}$/u.test(bare);

const isSequence = (bare: string): boolean => SEQUENCES.some((sequence) => sequence.includes(bare));

const backwards = (text: string): string => [...text].reverse().join('');
const FORWARD = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'azertyuiopqsdfghjklmwxcvbn',
  'qwertyuiopasdfghjklzxcvbnm',
  '1234567890azertyuiop',
  '1234567890qwertyuiop',
];
const SEQUENCES = [...FORWARD, ...FORWARD.map(backwards)];

/** What lists of leaked passwords begin with, and what this service is called. */
const COMMON = [
  ...[
    'password',
    'motdepasse',
    'azerty',
    'azertyuiop',
    'qwerty',
    'qwertyuiop',
    'admin',
    'administrateur',
    'administrator',
  ],
  ...[
    'bonjour',
    'welcome',
    'bienvenue',
    'letmein',
    'iloveyou',
    'jetaime',
    'soleil',
    'football',
    'baseball',
    'dragon',
    'monkey',
  ],
  ...[
    'princess',
    'princesse',
    'superman',
    'batman',
    'starwars',
    'chocolat',
    'doudou',
    'loulou',
    'marseille',
    'facture',
    'facturier',
  ],
  ...[
    'changeme',
    'secret',
    'passw0rd',
    'trustno1',
    'whatever',
    'computer',
    'internet',
    '123456',
    '12345678',
    '123456789',
    '1234567890',
  ],
];
