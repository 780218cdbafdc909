import type { Operation } from '../../../pipeline/operation.ts';
import type { TranslatedText } from '../../../startup-error.ts';
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
export type EventTrigger = {
  /** The operation whose body `--data` fills. */
  takes: Operation;
  /** It is made for a customer, whom `--data customerId=…` may name. */
  needsCustomer?: true;
  /** It gives official numbers, for good where the data are live. */
  assignsNumbers?: boolean;
  /** Acts, and gives the id of what the event is about. */
  act: (act: Act) => Promise<string>;
};

/** Why an event is not provoked, and what to do instead. */
export type UntriggerableEvent = { instead: TranslatedText };

/** An id in an answer. */
export type WithId = { id: string };
