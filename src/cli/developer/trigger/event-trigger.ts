import type { Operation } from '../../../pipeline/operation.ts';
import type { TranslatedText } from '../../../startup-error.ts';
import type { Ask } from '../api-request.ts';

/** Dependencies of a trigger. */
export type Act = {
  ask: Ask;
  /** The given customer, or a new contact. */
  customer: () => Promise<string>;
  /** Reports a record created on the way. */
  made: (sort: string, id: string) => void;
};

/** Triggers an event through regular operations. */
export type EventTrigger = {
  /** The operation whose body `--data` overrides. */
  takes: Operation;
  /** The trigger needs a customer, optionally given as `--data customerId=…`. */
  needsCustomer?: true;
  /** The trigger assigns official numbers; in live mode they cannot be taken back. */
  assignsNumbers?: boolean;
  /** Runs the trigger and returns the id of the event's record. */
  act: (act: Act) => Promise<string>;
};

/** Why an event cannot be triggered, and what to do instead. */
export type UntriggerableEvent = { instead: TranslatedText };

/** A response with an id. */
export type WithId = { id: string };
