import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../client/call.ts';
import { Moment } from '../../ground/days.tsx';
import { Paged } from '../../ground/parts/paged.tsx';
import { useSession } from '../../ground/session.ts';
import { useWords } from '../../words/language.ts';
import { Block } from './block.tsx';

type Told = {
  readonly event: { readonly id: string; readonly type: string; readonly label: string; readonly occurredAt: string };
  readonly billing?: { readonly id: string; readonly number?: string | null };
};

const PAGE = 10;

/** What happened, the newest first, as webhooks tell it. */
export function EventFeed() {
  const words = useWords('integrations').feed;
  const { mode } = useSession();
  const listed = useInfiniteQuery({
    queryKey: ['list-events', mode],
    queryFn: ({ pageParam }) =>
      call('list-events', { query: { limit: PAGE, orderDirection: 'DESC', ...(pageParam && { after: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: (last) => (last.hasMore && last.next ? last.next : undefined),
  });
  return (
    <Block title={words.title}>
      <p className="quiet said">{words.said}</p>
      <Paged listed={listed} none={words.empty}>
        {(events) => (
          <ul className="feed">
            {(events as readonly unknown[] as readonly Told[]).map(({ event, billing }) => (
              <li key={event.id}>
                <span className="quiet">
                  <Moment when={Date.parse(event.occurredAt) / 1000} />
                </span>
                <span>
                  {event.label}{' '}
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
      </Paged>
    </Block>
  );
}
