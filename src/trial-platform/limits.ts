/** Bytes of a file of a flow: the limit of the standard (createFlow, 100 MB). */
export const FILE_BYTES_MAX = 100_000_000;
/** Bytes of the parts of a request around its file: names, boundaries and `flowInfo`. */
export const ENVELOPE_BYTES_MAX = 100_000;
/** Bytes of a JSON or form body. */
export const JSON_BYTES_MAX = 1_000_000;

/** How much one trial platform holds: flows, and bytes of files. Then deposits answer 503. */
export type TrialLimits = { readonly flows: number; readonly bytes: number };
export const trialLimits: TrialLimits = { flows: 50_000, bytes: 500_000_000 };
export const WEBHOOKS_MAX = 20;
export const COMPANIES_MAX = 200;

/** Results of a page of flows: most and default (searchFlows). */
export const PAGE_MAX = 100;
export const PAGE_DEFAULT = 25;
/** Results of a page of the directory, which names no limit. */
export const DIRECTORY_PAGE_MAX = 100;
/** Flows read at once while a search looks for those that match. */
export const SCANNED_FLOWS = 500;

/** Steps of life cycles that one request carries out; the next request continues. */
export const STEPS_PER_REQUEST_MAX = 500;

/** Characters: `name` and `trackingId` of a flow, `trackingId` of platforms of version 1.1. */
export const NAME_CHARACTERS_MAX = 255;
export const TRACKING_ID_CHARACTERS_MAX = 64;
export const TRACKING_ID_CHARACTERS_MAX_1_1 = 36;

/** Seconds an access token is valid. */
export const TOKEN_SECONDS = 1_800;

/** Milliseconds an answer can be delayed by the fault `slow`. */
export const SLOW_MS_MAX = 120_000;

/** Seconds after the deposit at which each step happens. */
export const delays = { acknowledged: 1, issued: 2, received: 3, available: 4, decided: 10 } as const;
/** Seconds between the approval and the payment of a buyer who approves and pays. */
export const PAYMENT_SECONDS = 10;
