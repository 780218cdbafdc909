import type pg from 'pg';
import type { ChainSigner } from '../audit/chain/chain-signer.ts';
import type { Known } from '../audit/heads/known-heads.ts';
import type { PortalTokens } from '../audit/secrets/portal-tokens.ts';
import type { WebhookSecrets } from '../audit/secrets/webhook-secrets.ts';
import type { Stamped } from '../audit/time-stamps/stored-time-stamps.ts';
import type { ObjectStore } from '../db/object-storage/object-store.ts';
import type { Quotas } from '../domain/account/quota.ts';
import type { ByteCache } from '../limits/byte-cache.ts';
import type { Printer } from '../pdf/printer.ts';
import type { AllowedNetworks } from '../schemas/events/public-address.ts';
import type { CallProvider } from './payments/online/provider-client.ts';
import type { SecurityLog } from './security-event.ts';

/** What one process gives every operation besides its transaction. */
export type AppEnvironment = {
  /** Stands for the service in `display…Logo`; letters and digits. */
  serviceName: string;
  /** The service's public address, without a trailing slash. */
  publicUrl: string;
  /** What each account may use. */
  quotas: Quotas;
  /** Signs the audit chain. */
  seal: ChainSigner;
  /** Brings the keys machines have in common here, where one changed elsewhere; absent where this data folder alone has them. */
  fetchSharedKeys?: (() => Promise<unknown>) | undefined;
  /** What the chain is verified with: a connection of its own, and what the data folder knows. */
  proof?: { readonly serving: pg.ClientConfig; readonly known: () => Promise<Known> } | undefined;
  /** What an authority stamped of the heads of chains since a time (Unix seconds), the oldest first; absent where nothing is kept. */
  stampsSince?: ((at: number) => Promise<readonly Stamped[]>) | undefined;
  /** An authority that stamps seals of signed files (RFC 3161, TSA_URL); absent where none is named. */
  tsaUrl?: string | undefined;
  /** Where the reference rates of the ECB are fetched (RATES_URL); absent where they are not. */
  ratesUrl?: string | undefined;
  /** Where the agency of personal services is asked (URSSAF_URL); absent where it is not, tests aside. */
  agencyUrl?: string | undefined;
  /** Prints documents, beside this process. */
  printer: Pick<Printer, 'renderPdf'>;
  /** Keeps the bytes of files; absent where PostgreSQL does. */
  objects?: ObjectStore | undefined;
  /** From which address mail is sent; absent where no mail server is set. */
  mail?: { from: string } | undefined;
  /** Where events that matter to security are noted; absent where nobody reads them. */
  securityLog?: SecurityLog | undefined;
  /** Makes the secrets that open the portals of customers. */
  portalTokens: PortalTokens;
  /** Asks providers of online payment; absent where nothing leaves the process. */
  callProvider?: CallProvider | undefined;
  /** Keeps finalized documents as lists show them. */
  shownDocuments: ByteCache;
  webhooks: {
    /** Keeps what signs deliveries. */
    secrets: WebhookSecrets;
    /** Networks that are not public and may be delivered to all the same. */
    allowedNetworks: AllowedNetworks;
  };
};
