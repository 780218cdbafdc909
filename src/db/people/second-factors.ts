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

/** The second factor of a person: its secret and the one being set up, locked by a key of ours, the last step it was used of, and wrong codes. */
export type SecondFactor = {
  readonly locked?: string;
  readonly pending?: string;
  readonly step: number;
  readonly wrongCodes: WrongCodes;
};

/** The second factor of a person, held until the transaction ends: of two who show one code at once one is let in. */
export async function lockSecondFactor(tx: Tx, personId: string): Promise<SecondFactor> {
  const [row] = await tx.read(LOCK, [personId]);
  return {
    ...(row?.totp_locked && { locked: row.totp_locked as string }),
    ...(row?.totp_pending && { pending: row.totp_pending as string }),
    step: row?.totp_step ?? 0,
    wrongCodes: { count: row?.wrong_codes ?? 0, since: row?.wrong_codes_since ?? 0 },
  };
}

/** Keeps a secret that counts once a code of it was shown. */
export const prepareSecondFactor = (tx: Tx, personId: string, locked: string): void =>
  tx.write(PREPARE, [personId, locked]);

/** From now on the secret that was prepared is asked for; `step` is that of the code that showed it. */
export const switchSecondFactorOn = (tx: Tx, personId: string, step: number): void =>
  tx.write(SWITCH_ON, [personId, step]);

/** Nothing but the password is asked for any more; recovery codes go too. */
export function switchSecondFactorOff(tx: Tx, personId: string): void {
  tx.write(SWITCH_OFF, [personId]);
  tx.write(FORGET_CODES, [personId]);
}

/** Notes the last step a code was taken of. */
export const recordFactorStep = (tx: Tx, personId: string, step: number): void => tx.write(NOTE_STEP, [personId, step]);

/** Writes how many wrong codes were said with the right password. */
export const countWrongCodes = (tx: Tx, personId: string, { count, since }: WrongCodes): void =>
  tx.write(COUNT_WRONG, [personId, count, since]);

/** Keeps new recovery codes, by their hashes, in the place of all there were. */
export function replaceRecoveryCodes(tx: Tx, personId: string, hashes: readonly Buffer[]): void {
  tx.write(FORGET_CODES, [personId]);
  for (const sha256 of hashes) tx.write(KEEP_CODE, [personId, sha256]);
}

/** Uses a recovery code up; false where it is none, or was used. */
export const useRecoveryCode = async (tx: Tx, personId: string, sha256: Buffer, now: number): Promise<boolean> =>
  (await tx.read(USE_CODE, [personId, sha256, now])).length > 0;
