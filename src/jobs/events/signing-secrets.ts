import type { Logger } from 'pino';
import type { WebhookSecrets } from '../../audit/secrets/webhook-secrets.ts';
import type { DueDelivery } from '../../db/events/deliveries.ts';
import { signingSecrets } from '../../domain/events/endpoint.ts';

/** Maximum number of webhooks remembered as logged; beyond it, all are logged once more. */
const LOGGED_MAX = 1_000;

type Given = { readonly secrets: WebhookSecrets; readonly at: number; readonly log: Logger };

/**
 * Decrypts the signing secrets valid at a time, current one first; undefined if that one was
 * encrypted with other keys than this machine has. The failure is logged once per webhook with the
 * remedy, and again only after a success. An older secret that cannot be decrypted no longer signs:
 * rotation is how a webhook recovers from a lost key.
 */
export function signingSecretsReader(): (due: DueDelivery, given: Given) => readonly string[] | undefined {
  const logged = new Set<string>();
  return (due, { secrets, at, log }) => {
    const opened = signingSecrets(due, at).map((locked) => openedOr(secrets, locked, due.shareId));
    if (opened[0] !== undefined) {
      logged.delete(due.shareId);
      return opened.filter((secret) => secret !== undefined);
    }
    if (!logged.has(due.shareId)) {
      if (logged.size >= LOGGED_MAX) logged.clear();
      logged.add(due.shareId);
      log.error({ webhook: due.shareId, account: due.accountId, remedy: REMEDY }, UNREADABLE);
    }
    return undefined;
  };
}

const UNREADABLE =
  'a webhook secret was encrypted with another key than keys/webhook.key of this machine: its deliveries wait, others continue';
const REMEDY =
  'start with the data folder, KEYS_FOLDER or KEYS_SECRET the webhook was created with; if that key is lost, its owner must rotate the secret';

function openedOr(secrets: WebhookSecrets, locked: string, endpointId: string): string | undefined {
  try {
    return secrets.open(locked, endpointId);
  } catch {
    return undefined;
  }
}
