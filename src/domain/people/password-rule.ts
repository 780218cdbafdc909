import type { Refused } from '../refusal.ts';
import type { WeakPassword } from './weak-password.ts';

/** Minimum characters of a password; no other composition rules (NIST SP 800-63B-4, 3.1.1.2). */
const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 256;

/**
 * Refuses an easily guessed password: too short, common, or made of the person's own name or
 * address.
 */
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

/** Shorter words of the name or address may occur in any password. */
const OWN_WORD_MIN = 4;
/** Characters added to a known word that do not make it a strong password. */
const BESIDE_MAX = 4;

/** Whether the text is a word, once or repeated, with hardly anything else. */
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

/** The top of lists of leaked passwords, and the names of this service. */
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
