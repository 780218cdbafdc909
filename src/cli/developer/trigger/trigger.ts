import { setTimeout as wait } from 'node:timers/promises';
import type * as z from 'zod';
import { createContact } from '../../../api/customers/customers.ts';
import type { Config } from '../../../config.ts';
import type { Operation } from '../../../pipeline/operation.ts';
import { type EventType, eventTypes } from '../../../schemas/events/event-type.ts';
import { PAGE_LIMIT_MAX } from '../../../schemas/lists/list-query.ts';
import { CommandError, say, UsageError } from '../../terminal/output.ts';
import { type ApiClientOptions, type Asking, openApiClient } from '../api-client.ts';
import type { Ask } from '../api-request.ts';
import { type FeedEvent, lastEvent, lineOf, POLL_MS, readEventFeed, subjectOf } from '../event-feed.ts';
import type { Act, EventTrigger, WithId } from './event-trigger.ts';
import { CONTACT } from './record-events.ts';
import { triggerOf } from './triggers-by-type.ts';

export type TriggerOptions = ApiClientOptions & { json?: boolean; data?: readonly string[]; yes?: boolean };

/** Records created on the way. */
type Made = { sort: string; id: string };
export type TriggerResult = { made: readonly Made[]; feedEvent: FeedEvent };

/** Milliseconds after which the command stops waiting for the event to appear in the feed. */
const READABLE_WITHIN_MS = 10_000;

/**
 * `facturier trigger TYPE [--data k=v …] [--live [--yes]]`: makes the event really happen, through
 * the operations.
 */
export async function trigger(config: Config, said: string, options: TriggerOptions): Promise<void> {
  const type = typeNamed(said);
  const { provocation, data } = plan(type, options);
  const asking = await openApiClient(config, options);
  try {
    if (asking.test && asking.createsLiveData) throw new CommandError(LIVE_KEY);
    const step = ({ sort, id }: Made): void => {
      if (!options.json) process.stdout.write(`✓ ${sort}  ${id}\n`);
    };
    const { made, feedEvent } = await provoke(asking, { type, provocation, data, step });
    say(options, { type, made, event: feedEvent }, lineOf(feedEvent));
  } finally {
    await asking.close();
  }
}

function typeNamed(said: string): EventType {
  const found = eventTypes.find((type) => type === said.trim().toLowerCase());
  if (found) return found;
  throw new UsageError({
    fr: `il n’y a pas d’événement « ${said} ». Pour voir la liste : npx facturier events types`,
    en: `there is no event "${said}". To see the list: npx facturier events types`,
  });
}

/** Plans a trigger, and refuses an impossible or forbidden one before opening anything. */
export function plan(type: EventType, options: Pick<TriggerOptions, 'data' | 'live' | 'yes'>) {
  const provocation = triggerOf(type);
  if ('instead' in provocation) {
    const { fr, en } = provocation.instead;
    throw new CommandError({ fr: `${type} : ${fr}`, en: `${type}: ${en}` });
  }
  if (options.live && provocation.assignsNumbers && !options.yes) {
    throw new CommandError({
      fr: `${type} attribuerait des numéros officiels, qui ne peuvent pas être repris. Retirez --live pour un essai, ou ajoutez --yes.`,
      en: `${type} would assign official numbers, which cannot be undone. Remove --live for a test, or add --yes.`,
    });
  }
  return { provocation, data: dataIn(options.data ?? [], provocation) };
}

type Data = Readonly<Record<string, unknown>>;

/**
 * Parses `name=Atelier`, `amount=5000`, `lines=[…]`: text if the operation expects text, otherwise
 * JSON.
 */
function dataIn(said: readonly string[], { takes, needsCustomer }: EventTrigger): Data {
  const shape: Readonly<Record<string, z.ZodType>> = takes.body.shape;
  const known = [...new Set([...Object.keys(shape), ...(needsCustomer ? ['customerId'] : [])])];
  return Object.fromEntries(
    said.map((one) => {
      const [, name = '', text = ''] = /^(\w+)=(.*)$/s.exec(one) ?? [];
      if (known.includes(name)) return [name, valueIn(text, shape[name])];
      throw new UsageError({
        fr: `--data ${one} : écrivez nom=valeur, où nom est l’un de : ${known.join(', ') || '(aucun)'}`,
        en: `--data ${one}: write name=value, where name is one of: ${known.join(', ') || '(none)'}`,
      });
    }),
  );
}

function valueIn(text: string, schema: z.ZodType | undefined): unknown {
  if (!schema || schema.safeParse(text).success) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Triggers an event and returns it as the feed has it, with the records created on the way. */
export async function provoke(
  asking: Pick<Asking, 'ask' | 'test'>,
  wish: { type: EventType; provocation: EventTrigger; data: Data; step?: (made: Made) => void },
): Promise<TriggerResult> {
  const { type, provocation, data, step } = wish;
  const after = await lastEvent(asking);
  const made: Made[] = [];
  const act: Act = {
    ask: filling(asking.ask, provocation, data),
    customer: async () => {
      if (typeof data.customerId === 'string') return data.customerId;
      const { id } = await asking.ask<WithId>(createContact, { body: CONTACT });
      act.made('contact', id);
      return id;
    },
    made: (sort, id) => {
      made.push({ sort, id });
      step?.({ sort, id });
    },
  };
  const subjectId = await provocation.act(act);
  return { made, feedEvent: await findInFeed(asking, { type, subjectId, after }) };
}

/** Merges `--data` into the request of the operation it belongs to. */
const filling =
  (ask: Ask, { takes }: EventTrigger, { customerId, ...data }: Data): Ask =>
  (operation: Operation, said = {}) => {
    if (operation !== takes) return ask(operation, said);
    const own = customerId !== undefined && 'customerId' in takes.body.shape ? { customerId } : {};
    return ask(operation, { ...said, body: { ...said.body, ...data, ...own } });
  };

/** Finds the event in the feed. It appears later while an older transaction is still open. */
async function findInFeed(
  asking: Pick<Asking, 'ask' | 'test'>,
  { type, subjectId, after }: { type: EventType; subjectId: string; after: string | undefined },
): Promise<FeedEvent> {
  const until = performance.now() + READABLE_WITHIN_MS;
  let place = after;
  while (performance.now() < until) {
    const { docs, hasMore } = await readEventFeed(asking, { after: place, limit: PAGE_LIMIT_MAX });
    const found = docs.find((feedEvent) => feedEvent.event.type === type && subjectOf(feedEvent).id === subjectId);
    if (found) return found;
    place = docs.at(-1)?.event.id ?? place;
    if (!hasMore) await wait(POLL_MS);
  }
  throw new CommandError({
    fr: `c’est fait (${subjectId}), mais l’événement n’est pas encore lisible. Voyez plus tard : npx facturier events list --type ${type}`,
    en: `it is done (${subjectId}), but the event is not available yet. See later: npx facturier events list --type ${type}`,
  });
}

const LIVE_KEY = {
  fr: 'cette clé est réelle : elle crée des données réelles. Donnez une clé de test (npx facturier key create --name Essai --test), ou ajoutez --live.',
  en: 'this is a live key, which creates live data. Give a test key (npx facturier key create --name Trial --test), or add --live.',
};
