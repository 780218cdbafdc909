import type pg from 'pg';
import type { ChainSigner } from '../audit/chain/chain-signer.ts';
import type { Known } from '../audit/heads/known-heads.ts';
import type { PortalTokens } from '../audit/secrets/portal-tokens.ts';
import type { WebhookSecrets } from '../audit/secrets/webhook-secrets.ts';
import type { Stamped } from '../audit/time-stamps/stored-time-stamps.ts';
import type { ObjectStore } from '../db/object-storage/object-store.ts';
import type { Quotas } from '../domain/account/quota.ts';
import type { Demonstration } from '../domain/people/demonstration.ts';
import type { Printer } from '../pdf/printer.ts';
import type { AllowedNetworks } from '../schemas/events/public-address.ts';
import type { Installation } from './account/installation.ts';
import type { CallPlatform } from './einvoicing/call-platform.ts';
import type { CallProvider } from './payments/online/provider-client.ts';
import type { SecurityLog } from './security-event.ts';

/** What a process provides to every operation in addition to its transaction. */
export type AppEnvironment = {
  /** The service's name in `display…Logo`; letters and digits. */
  serviceName: string;
  /** The service's public address, without a trailing slash. */
  publicUrl: string;
  /** The limits of each account. */
  quotas: Quotas;
  /** Signs the audit chain. */
  seal: ChainSigner;
  /**
   * Fetches the keys shared by all machines after a rotation elsewhere; absent if only this data
   * folder has them.
   */
  fetchSharedKeys?: (() => Promise<unknown>) | undefined;
  /** For verifying the chain: a separate connection, and what the data folder knows. */
  proof?: { readonly serving: pg.ClientConfig; readonly known: () => Promise<Known> } | undefined;
  /**
   * Time stamps of the audit chains since a time (Unix seconds), oldest first; absent if none are
   * kept.
   */
  stampsSince?: ((at: number) => Promise<readonly Stamped[]>) | undefined;
  /** Address of a time stamp authority for signed files (RFC 3161, TSA_URL); absent if not set. */
  tsaUrl?: string | undefined;
  /** Where the ECB reference rates are fetched (RATES_URL); absent if not set. */
  ratesUrl?: string | undefined;
  /** Address of the Urssaf API (URSSAF_URL); absent if not set. Test mode does not need it. */
  agencyUrl?: string | undefined;
  /** Renders PDFs in another process. */
  printer: Pick<Printer, 'renderPdf'>;
  /** Stores the bytes of files; absent if PostgreSQL does. */
  objects?: ObjectStore | undefined;
  /** The sender address of mails; absent without a mail server. */
  mail?: { from: string } | undefined;
  /** Settings of the installation; absent in processes that neither serve nor send mail. */
  installation?: Installation | undefined;
  /** The log of security events; absent if not used. */
  securityLog?: SecurityLog | undefined;
  /** Creates the tokens of customer portals. */
  portalTokens: PortalTokens;
  /** Sends requests to payment providers; absent if this process sends none. */
  callProvider?: CallProvider | undefined;
  /** Sends requests to approved platforms; absent if this process sends none. */
  callPlatform?: CallPlatform | undefined;
  /** Sends requests to the trial platform of an account, in this process; absent if not used. */
  callTrialPlatform?: ((accountId: string) => CallPlatform) | undefined;
  /** Set in a public demonstration (DEMO). */
  demonstration?: Demonstration | undefined;
  webhooks: {
    /** Encrypts the secrets that sign deliveries. */
    secrets: WebhookSecrets;
    /** Private networks that webhooks may reach. */
    allowedNetworks: AllowedNetworks;
    /** In a demonstration, no address may be reached. */
    isClosed?: boolean | undefined;
  };
};
