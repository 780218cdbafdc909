import type { WrongCodes } from '../../domain/people/second-factor.ts';
import { sql, type Tx } from '../transaction.ts';

const LOCK = sql`select totp_locked, totp_pending, totp_step, wrong_codes, wrong_codes_since
  from billing.person where person_id = $1 for update`;
const PREPARE = sql`update billing.person set totp_pending = $2 where person_id = $1`;
const SWITCH_ON = sql`
  update billing.person set totp_locked = totp_pending, totp_pending = null, totp_step = $2, wrong_codes = 0 where person_id = $1`;
const SWITCH_OFF = sql`update billing.person set totp_locked = null, totp_pending = null, wrong_codes = 0 where person_id = $1`;
const NOTE_STEP = sql`update billing.person set totp_step = $2 where person_id = $1`;
const COUNT_WRONG = sql`update billing.person set wrong_codes = $2, wrong_codes_since = $3 where person_id = $1`;
const FORGET_CODES = sql`delete from billing.recovery_code where person_id = $1`;
const KEEP_CODE = sql`insert into billing.recovery_code (person_id, code_sha256) values ($1, $2)`;
const USE_CODE = sql`
  update billing.recovery_code set used_at = $3
  where person_id = $1 and code_sha256 = $2 and used_at is null returning 1 as used`;

/**
 * A person's second factor: its secret and the one being set up, both encrypted, the last used
 * time step, and wrong codes.
 */
export type SecondFactor = {
  readonly locked?: string;
  readonly pending?: string;
  readonly step: number;
  readonly wrongCodes: WrongCodes;
};

/**
 * The second factor of a person, locked until the transaction ends, so that a code is accepted
 * only once.
 */
export async function lockSecondFactor(tx: Tx, personId: string): Promise<SecondFactor> {
  const [row] = await tx.read(LOCK, [personId]);
  return {
    ...(row?.totp_locked && { locked: row.totp_locked as string }),
    ...(row?.totp_pending && { pending: row.totp_pending as string }),
    step: row?.totp_step ?? 0,
    wrongCodes: { count: row?.wrong_codes ?? 0, since: row?.wrong_codes_since ?? 0 },
  };
}

/** Stores a secret that becomes active once a code proves it. */
export const prepareSecondFactor = (tx: Tx, personId: string, locked: string): void =>
  tx.write(PREPARE, [personId, locked]);

/** Activates the prepared secret; `step` is the time step of the proving code. */
export const switchSecondFactorOn = (tx: Tx, personId: string, step: number): void =>
  tx.write(SWITCH_ON, [personId, step]);

/** Disables the second factor and deletes the recovery codes. */
export function switchSecondFactorOff(tx: Tx, personId: string): void {
  tx.write(SWITCH_OFF, [personId]);
  tx.write(FORGET_CODES, [personId]);
}

/** Stores the last accepted time step. */
export const recordFactorStep = (tx: Tx, personId: string, step: number): void => tx.write(NOTE_STEP, [personId, step]);

/** Stores the number of wrong codes entered with the correct password. */
export const countWrongCodes = (tx: Tx, personId: string, { count, since }: WrongCodes): void =>
  tx.write(COUNT_WRONG, [personId, count, since]);

/** Replaces all recovery codes, stored as hashes. */
export function replaceRecoveryCodes(tx: Tx, personId: string, hashes: readonly Buffer[]): void {
  tx.write(FORGET_CODES, [personId]);
  for (const sha256 of hashes) tx.write(KEEP_CODE, [personId, sha256]);
}

/** Uses a recovery code; false if it is invalid or was used. */
export const useRecoveryCode = async (tx: Tx, personId: string, sha256: Buffer, now: number): Promise<boolean> =>
  (await tx.read(USE_CODE, [personId, sha256, now])).length > 0;
