import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Credentials } from '../../../db/people/persons.ts';
import type { ConcurrencyLimiter } from '../../../limits/concurrency-limiter.ts';
import type { PersonalContext } from '../personal-context.ts';

/** Bytes of the secret for a person's browser marks. */
const DEVICE_SECRET_BYTES = 32;

/** The stored form of a new password. It also invalidates earlier browser marks. */
export const newCredentials = async (context: PersonalContext, password: string): Promise<Credentials> => ({
  passwordHash: await hashPassword(password, context),
  deviceSecret: randomBytes(DEVICE_SECRET_BYTES),
});

/**
 * The cost of a guess: two passes over 19 MiB (OWASP Password Storage Cheat Sheet). It can be
 * raised later, because each hash contains its own.
 */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;

type Cost = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>;

const work = promisify(argon2);

/**
 * The limiter of password hashing, which uses a processor and memory, and the client's share in
 * it.
 */
type Turn = { readonly network: string; readonly passwords: ConcurrencyLimiter };

/**
 * A stored form that no password has, for people who were restored without theirs: they set a new
 * one by a link.
 */
export const unusablePassword = (): string => storedForm(randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));

/** The stored form of a password: Argon2id in the PHC string format, with its own salt. */
export async function hashPassword(password: string, { network, passwords }: Turn): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await passwords.run(network, () => work('argon2id', parametersOf(password, salt, COST)));
  return storedForm(salt, tag);
}

function storedForm(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(salt)}$${bare(tag)}`;
}

/**
 * Whether a password matches a hash. Without a hash (unknown person) the same work is done, so
 * that the response time does not reveal who has an account.
 */
export async function isPassword(
  password: string,
  kept: string | undefined,
  { network, passwords }: Turn,
): Promise<boolean> {
  const read = readHash(kept ?? DUMMY_HASH);
  const tag = await passwords.run(network, () => work('argon2id', parametersOf(password, read.salt, read.cost)));
  return timingSafeEqual(tag, read.tag) && kept !== undefined;
}

const parametersOf = (password: string, nonce: Buffer, cost: Cost): Argon2Parameters => ({
  // Different keyboards can produce different characters for the same letters.
  message: Buffer.from(password.normalize('NFKC')),
  nonce,
  tagLength: TAG_BYTES,
  ...cost,
});

const HASH = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

function readHash(kept: string): { cost: Cost; salt: Buffer; tag: Buffer } {
  const [, memory, passes, parallelism, salt = '', tag = ''] = HASH.exec(kept) ?? [];
  if (memory === undefined) throw new Error('a stored password hash has an unknown format');
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

const bare = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/** A hash no password matches. */
const DUMMY_HASH = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${bare(randomBytes(SALT_BYTES))}$${bare(randomBytes(TAG_BYTES))}`;
