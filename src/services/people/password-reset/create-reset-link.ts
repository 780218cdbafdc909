import { insertReset } from '../../../db/people/password-resets.ts';
import type { Tx } from '../../../db/transaction.ts';
import { type PasswordReset, RESET_LIFE_SECONDS } from '../../../domain/people/password-reset.ts';
import { createSecret } from '../secret-token.ts';

/**
 * Creates a password reset link in a transaction of its person and returns its URL; the secret
 * follows the `#`.
 */
export function createResetLink(
  tx: Tx,
  { personId, id, now, publicUrl }: { personId: string; id: string; now: number; publicUrl: string },
): string {
  const reset: PasswordReset = { id, createdAt: now, endsAt: now + RESET_LIFE_SECONDS };
  const { text, sha256 } = createSecret('reset', { ownerId: personId, id });
  insertReset(tx, personId, reset, sha256);
  return `${publicUrl}/nouveau-mot-de-passe#secret=${text}`;
}
