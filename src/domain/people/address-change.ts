/** Seconds a link to confirm a new address is valid: a day. */
export const ADDRESS_CHANGE_LIFE_SECONDS = 86_400;

/** A pending change of the sign-in address. Times are Unix seconds. */
export type AddressChange = {
  readonly id: string;
  /** As entered. */
  readonly email: string;
  readonly createdAt: number;
  readonly endsAt: number;
  readonly usedAt?: number;
};

/** Whether the link can still confirm the address. */
export const isConfirmable = ({ usedAt, endsAt }: AddressChange, now: number): boolean =>
  usedAt === undefined && now < endsAt;
