import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../client/call.ts';
import { Moment } from '../../ground/days.tsx';
import { Refusal } from '../../ground/parts/refusal.tsx';
import { Waiting } from '../../ground/parts/waiting.tsx';
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
  const events = listed.data?.pages.flatMap(({ docs }) => docs as readonly unknown[] as readonly Told[]);
  return (
    <Block title={words.title}>
      <p className="quiet">{events?.length === 0 ? words.empty : words.said}</p>
      <Refusal error={listed.error} />
      {!events && !listed.error && <Waiting rows={4} />}
      <ul className="feed">
        {events?.map(({ event, billing }) => (
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
      {listed.hasNextPage && (
        <p className="more-rows">
          <button type="button" className="btn" onClick={() => void listed.fetchNextPage()}>
            {words.older}
          </button>
        </p>
      )}
    </Block>
  );
}
