/**
 * The faults a trial platform has on demand. Those of the first group strike a request, those of
 * the second the life cycle of the flows deposited while they are on, those of the third change how
 * the platform works.
 */
export const faultNames = [
  ...(['slow', 'too_many_requests', 'unavailable', 'cut_after_acceptance', 'expired_token'] as const),
  ...(['virus', 'checksum_mismatch', 'duplicate_statuses', 'out_of_order_statuses', 'unknown_codes'] as const),
  'reject_report',
  ...(['version_1_1', 'reject_processing_rule', 'directory_204_206', 'signature_over_payload'] as const),
] as const;
export type FaultName = (typeof faultNames)[number];

/** How often a fault still strikes, always if absent; and its own figure. */
export type FaultSetting = {
  readonly times?: number | undefined;
  readonly milliseconds?: number | undefined;
  readonly retryAfterSeconds?: number | undefined;
};
export type TrialFaults = { readonly [Name in FaultName]?: FaultSetting | undefined };

/** Defaults of `slow` and `too_many_requests`. */
export const SLOW_MS = 5_000;
export const RETRY_AFTER_SECONDS = 2;

export const isOn = (faults: TrialFaults, name: FaultName): boolean => (faults[name]?.times ?? 1) > 0 && name in faults;

/** The faults after one has struck; the same value if nothing changes. */
export function afterStrike(faults: TrialFaults, name: FaultName): TrialFaults {
  const setting = faults[name];
  if (setting?.times === undefined) return faults;
  if (setting.times > 1) return { ...faults, [name]: { ...setting, times: setting.times - 1 } };
  const { [name]: _, ...others } = faults;
  return others;
}
