/** Endpoints an account may have, live and test ones each. */
export const ENDPOINTS_MAX = 50;
/** Seconds an old secret signs beside the new one. */
export const SECRET_OVERLAP_SECONDS = 24 * 3600;
/** Seconds without a single success after which an endpoint is given up. */
export const PATIENCE_SECONDS = 120 * 3600;
/** Seconds attempts are kept. */
export const ATTEMPTS_KEPT_SECONDS = 30 * 86_400;
/** Events one replay may queue. */
export const REPLAY_MAX = 10_000;

/** Every event; what an endpoint asks for instead of a list. */
export const EVERY_EVENT = '*';

/** Why an endpoint ended: it answered 410, nothing reached it for `PATIENCE_SECONDS`, or the person who made it left the account. */
export const disabledReasons = ['gone', 'failing', 'maker_left'] as const;
/** Of these, why deliveries were given up. */
export type GivenUpReason = Exclude<DisabledReason, 'maker_left'>;
type DisabledReason = (typeof disabledReasons)[number];

/** Where events go. Times are Unix seconds. */
export type Endpoint = {
  readonly id: string;
  readonly test: boolean;
  readonly url: string;
  /** Types, sorted, each once; `*` stands alone. */
  readonly events: readonly string[];
  readonly active: boolean;
  readonly description: string;
  /** The person who made it, switched it on last, or named its address. Absent where no person did. */
  readonly madeBy?: string | undefined;
  /** What made it: the name of an automation platform. */
  readonly source?: string;
  /** Encrypted by a key outside the database. */
  readonly secret: string;
  /** Signs beside it until then. */
  readonly former?: { readonly secret: string; readonly until: number };
  readonly failingSince?: number;
  readonly disabled?: { readonly at: number; readonly reason: DisabledReason };
  readonly createdAt: number;
  readonly updatedAt: number;
};

/** What may be changed of an endpoint; what is absent stays. */
export type EndpointChange = {
  readonly url?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly active?: boolean | undefined;
};

/** The endpoint once its maker has left: it delivers nothing until another member switches it on, who then has it. */
export const endedWithMaker = (endpoint: Endpoint, now: number): Endpoint => ({
  ...endpoint,
  active: false,
  disabled: { at: now, reason: 'maker_left' },
  updatedAt: now,
});

/** The endpoint as another member's. */
export const handedOver = (endpoint: Endpoint, to: string, now: number): Endpoint => ({
  ...endpoint,
  madeBy: to,
  updatedAt: now,
});

/**
 * The endpoint with what was asked for. Switching it on forgets what was held against it. A person who switches it on or gives it another
 * address (`by`) has it from then on: it ends when they leave.
 */
export function changedEndpoint(
  endpoint: Endpoint,
  change: EndpointChange,
  { now, by }: { now: number; by: string | undefined },
): Endpoint {
  const { failingSince: _, disabled: __, ...blameless } = endpoint;
  const isSwitchedOn = change.active === true && !endpoint.active;
  const isMoved = change.url !== undefined && change.url !== endpoint.url;
  return {
    ...(change.active ? blameless : endpoint),
    url: change.url ?? endpoint.url,
    events: change.events ?? endpoint.events,
    description: change.description ?? endpoint.description,
    active: change.active ?? endpoint.active,
    madeBy: isSwitchedOn || isMoved ? by : endpoint.madeBy,
    updatedAt: now,
  };
}

/** The endpoint with a new secret. The one before signs beside it for `SECRET_OVERLAP_SECONDS`; one before that no more. */
export const withNewSecret = (endpoint: Endpoint, secret: string, now: number): Endpoint => ({
  ...endpoint,
  secret,
  former: { secret: endpoint.secret, until: now + SECRET_OVERLAP_SECONDS },
  updatedAt: now,
});

/** The secrets, still encrypted, that sign at `now`: the present one first. */
export const signingSecrets = (
  { secret, former }: Pick<Endpoint, 'secret' | 'former'>,
  now: number,
): readonly string[] => (former && now < former.until ? [secret, former.secret] : [secret]);
