/** Seconds a link to confirm a new address works: a day. */
export const ADDRESS_CHANGE_LIFE_SECONDS = 86_400;

/** The address somebody wants to sign in with, once he has confirmed it. Times are Unix seconds. */
export type AddressChange = {
  readonly id: string;
  /** As he writes it. */
  readonly email: string;
  readonly createdAt: number;
  readonly endsAt: number;
  readonly usedAt?: number;
};

/** Whether its link still moves the address. */
export const isConfirmable = ({ usedAt, endsAt }: AddressChange, now: number): boolean =>
  usedAt === undefined && now < endsAt;
