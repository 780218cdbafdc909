import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Block } from '../account/integrations/titled-block.tsx';
import { PagedList } from '../app/components/paged-list.tsx';
import { Moment } from '../app/formats/dates.tsx';
import { useSession } from '../app/session/session.ts';
import { call } from '../client/call.ts';
import type { EventType } from '../client/schemas.ts';
import { useOperation } from '../client/use-query.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';

type FeedEvent = {
  readonly event: { readonly id: string; readonly type: string; readonly label: string; readonly occurredAt: string };
  readonly billing?: { readonly id: string; readonly number?: string | null };
};

const PAGE = 10;

/** Recent events, newest first, as sent to webhooks. */
export function EventFeed() {
  const words = useTranslations('events').feed;
  const { mode } = useSession();
  const listed = useInfiniteQuery({
    queryKey: ['list-events', mode],
    queryFn: ({ pageParam }) =>
      call('list-events', { query: { limit: PAGE, orderDirection: 'DESC', ...(pageParam && { after: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: (last) => (last.hasMore && last.next ? last.next : undefined),
  });
  const labels = useLabels(
    (listed.data?.pages.flatMap(({ docs }) => docs) ?? []) as readonly unknown[] as readonly FeedEvent[],
  );
  return (
    <Block title={words.title}>
      <p className="quiet description">{words.said}</p>
      <PagedList listed={listed} emptyText={words.empty}>
        {(events) => (
          <ul className="feed">
            {(events as readonly unknown[] as readonly FeedEvent[]).map(({ event, billing }) => (
              <li key={event.id}>
                <span className="quiet">
                  <Moment when={Date.parse(event.occurredAt) / 1000} />
                </span>
                <span>
                  {labels.get(event.type) ?? event.label}{' '}
                  {billing?.number && (
                    <Link className="link nowrap" to="/documents/$id" params={{ id: billing.id }}>
                      {billing.number}
                    </Link>
                  )}
                </span>
                <code className="quiet">{event.type}</code>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Block>
  );
}

/**
 * Event type names in the language of the page: an event itself keeps the language it was written
 * in.
 */
function useLabels(events: readonly FeedEvent[]): ReadonlyMap<string, string> {
  const language = useLanguage();
  const type = [...new Set(events.map(({ event }) => event.type))].toSorted() as EventType[];
  const { data } = useOperation('list-event-types', { query: { language, type } }, { enabled: type.length > 0 });
  return new Map(data?.docs.map(({ id, label }) => [id, label]));
}
