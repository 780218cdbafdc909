/** How a document is handed to a platform (XP Z12-013, `flowSyntax`). */
export const flowSyntaxes = ['Factur-X', 'CII', 'UBL'] as const;
export type FlowSyntax = (typeof flowSyntaxes)[number];

/**
 * Who states sales outside of e-invoices to the tax office (CGI art. 290 and 290 A): this service,
 * by e-reports, or the platform, from the documents and statuses 212 it is given (DGFiP, external
 * specifications 3.2, 3.7.2).
 */
export const reportMakers = ['by_us', 'by_platform'] as const;
export type ReportMaker = (typeof reportMakers)[number];

/** How a platform treats a document: `B2B` goes to its buyer, the others to the e-reports. */
export type ProcessingRule = 'B2B' | 'B2BInt' | 'B2C';

/** Addresses of a platform known by name. Only a preset of the same mode can be connected. */
type PlatformPreset = {
  readonly name: string;
  readonly test: boolean;
  readonly flowUrl: string;
  readonly directoryUrl: string;
  readonly tokenUrl: string;
};

/**
 * The platforms known by name, with the addresses they publish. Any other platform of XP Z12-013 is
 * connected by its own addresses (`standard`).
 */
export const platformPresets = {
  super_pdp: {
    ...{ name: 'SUPER PDP', test: false, tokenUrl: 'https://api.superpdp.tech/oauth2/token' },
    flowUrl: 'https://api.superpdp.tech/afnor-flow',
    directoryUrl: 'https://api.superpdp.tech/afnor-directory',
  },
  super_pdp_sandbox: {
    ...{ name: 'SUPER PDP (bac à sable)', test: true, tokenUrl: 'https://api.superpdp.tech/oauth2/token' },
    flowUrl: 'https://api.superpdp.tech/afnor-flow',
    directoryUrl: 'https://api.superpdp.tech/afnor-directory',
  },
  // Its API serves flows and directory from one base. The addresses were not tried with an account.
  esalink: {
    ...{ name: 'Esalink Hubtimize', test: false, tokenUrl: 'https://hubtimize.fr/api/orchestrator/v1/oauth2/token' },
    flowUrl: 'https://hubtimize.fr/api/orchestrator',
    directoryUrl: 'https://hubtimize.fr/api/orchestrator',
  },
  esalink_sandbox: {
    ...{ name: 'Esalink Hubtimize (bac à sable)', test: true },
    tokenUrl: 'https://ppd.hubtimize.fr/api/orchestrator/v1/oauth2/token',
    flowUrl: 'https://ppd.hubtimize.fr/api/orchestrator',
    directoryUrl: 'https://ppd.hubtimize.fr/api/orchestrator',
  },
  // Part of the service: the addresses are never called, and `.invalid` leads nowhere (RFC 6761).
  trial: {
    ...{ name: 'Plateforme d’essai', test: true, tokenUrl: 'https://trial-platform.invalid/oauth2/token' },
    flowUrl: 'https://trial-platform.invalid/flow-service',
    directoryUrl: 'https://trial-platform.invalid/directory-service',
  },
} as const satisfies Readonly<Record<string, PlatformPreset>>;

export const presetNames = [
  ...(['super_pdp', 'super_pdp_sandbox', 'esalink', 'esalink_sandbox', 'trial', 'standard'] as const),
] as const;
type PresetName = (typeof presetNames)[number];

/**
 * What a platform was found to accept; absent members are unknown. Platforms of versions 1.1 and
 * 1.2 have no cursor, and some refuse a request that names a processing rule.
 */
export type PlatformCapabilities = {
  readonly processingRule?: boolean;
  readonly cursor?: boolean;
  /** Whether the platform has webhooks. */
  readonly webhooks?: boolean;
};

/** Why the last call of a platform failed. `at` is Unix seconds. */
export type PlatformFailure = {
  readonly reason: 'keys_refused' | 'unreachable' | 'busy' | 'refused';
  /** What the platform answered, in its own words. */
  readonly said: string;
  readonly at: number;
};

/** The addresses of a platform, without a slash at the end. */
export type PlatformAddresses = {
  readonly flowUrl: string;
  readonly directoryUrl?: string;
  readonly tokenUrl: string;
  /** Which company the credentials act for, on platforms that serve several (`Organization-Id`). */
  readonly organizationId?: string;
};

/** A webhook at a platform: the address it calls, and its signing key, encrypted. */
export type PlatformCallback = { readonly webhookId: string; readonly url: string; readonly lockedKey: string };

/** An account's connection to an approved platform. Times are Unix seconds. */
export type PlatformConnection = PlatformAddresses & {
  readonly id: string;
  readonly test: boolean;
  readonly preset: PresetName;
  /** Whether documents are sent by it, and whether invoices of suppliers arrive by it. */
  readonly sends: boolean;
  readonly receives: boolean;
  readonly syntax: FlowSyntax;
  readonly capabilities: PlatformCapabilities;
  /** Documents are sent as soon as they are finalized. */
  readonly isAutomatic: boolean;
  readonly reports: ReportMaker;
  readonly connectedAt: number;
  /** Everything the platform changed until then was read; Unix milliseconds. */
  readonly readUntilMs?: number;
  readonly readAt?: number;
  /** The webhook by which the platform calls; absent if it does not. */
  readonly callback?: PlatformCallback;
  /** The last call of the platform that something changed; absent before the first. */
  readonly calledAt?: number;
  readonly failure?: PlatformFailure;
};
