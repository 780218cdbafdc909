import type { Operation } from '../../../pipeline/operation.ts';
import type { Bilingual } from '../../../startup-error.ts';
import type { Ask } from '../api-request.ts';

/** What a provocation is given to act with. */
export type Act = {
  ask: Ask;
  /** The customer that was named, or else a new contact. */
  customer: () => Promise<string>;
  /** Says what was made on the way. */
  made: (sort: string, id: string) => void;
};

/** How an event is made to happen: by the operations, as anybody would. */
export type Provocation = {
  /** The operation whose body `--data` fills. */
  takes: Operation;
  /** It is made for a customer, whom `--data customerId=…` may name. */
  forCustomer?: true;
  /** It gives official numbers, for good where the data are live. */
  givesNumbers?: boolean;
  /** Acts, and gives the id of what the event is about. */
  act: (act: Act) => Promise<string>;
};

/** Why an event is not provoked, and what to do instead. */
export type Unprovokable = { instead: Bilingual };

/** An id in an answer. */
export type WithId = { id: string };
