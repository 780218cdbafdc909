/** Endpoints per account, live and test separately. */
export const ENDPOINTS_MAX = 50;
/** Seconds an old secret signs beside the new one. */
export const SECRET_OVERLAP_SECONDS = 24 * 3600;
/** Seconds without any success after which an endpoint is disabled. */
export const PATIENCE_SECONDS = 120 * 3600;
/** Seconds delivery attempts are stored. */
export const ATTEMPTS_KEPT_SECONDS = 30 * 86_400;
/** Events per replay. */
export const REPLAY_MAX = 10_000;

/** Subscribes to all events, instead of a list. */
export const EVERY_EVENT = '*';

/**
 * Why an endpoint was disabled: it answered 410, no delivery succeeded for `PATIENCE_SECONDS`, or
 * the member who created it left the account.
 */
export const disabledReasons = ['gone', 'failing', 'maker_left'] as const;
/** The reasons related to deliveries. */
export type GivenUpReason = Exclude<DisabledReason, 'maker_left'>;
type DisabledReason = (typeof disabledReasons)[number];

/** A webhook endpoint. Times are Unix seconds. */
export type Endpoint = {
  readonly id: string;
  readonly test: boolean;
  readonly url: string;
  /** Event types, sorted and unique; `*` stands alone. */
  readonly events: readonly string[];
  readonly active: boolean;
  readonly description: string;
  /** The member who created it, enabled it last, or changed its URL. Absent if no member did. */
  readonly madeBy?: string | undefined;
  /** The client that created it: the name of an automation platform. */
  readonly source?: string;
  /** Encrypted with a key outside the database. */
  readonly secret: string;
  /** The previous secret, which also signs until `until`. */
  readonly former?: { readonly secret: string; readonly until: number };
  readonly failingSince?: number;
  readonly disabled?: { readonly at: number; readonly reason: DisabledReason };
  readonly createdAt: number;
  readonly updatedAt: number;
};

/** A change of an endpoint; absent fields stay unchanged. */
export type EndpointChange = {
  readonly url?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly active?: boolean | undefined;
};

/**
 * Disables the endpoint of a member who left, until another member enables it and becomes its
 * owner.
 */
export const endedWithMaker = (endpoint: Endpoint, now: number): Endpoint => ({
  ...endpoint,
  active: false,
  disabled: { at: now, reason: 'maker_left' },
  updatedAt: now,
});

/** Transfers the endpoint to another member. */
export const handedOver = (endpoint: Endpoint, to: string, now: number): Endpoint => ({
  ...endpoint,
  madeBy: to,
  updatedAt: now,
});

/**
 * Applies a change to the endpoint. Enabling it resets its failures. A member who enables it or
 * changes its URL (`by`) becomes its owner: it is disabled when they leave.
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

/**
 * Sets a new secret. The previous one signs beside it for `SECRET_OVERLAP_SECONDS`; older ones no
 * longer sign.
 */
export const withNewSecret = (endpoint: Endpoint, secret: string, now: number): Endpoint => ({
  ...endpoint,
  secret,
  former: { secret: endpoint.secret, until: now + SECRET_OVERLAP_SECONDS },
  updatedAt: now,
});

/** The encrypted secrets that sign at `now`, the current one first. */
export const signingSecrets = (
  { secret, former }: Pick<Endpoint, 'secret' | 'former'>,
  now: number,
): readonly string[] => (former && now < former.until ? [secret, former.secret] : [secret]);
