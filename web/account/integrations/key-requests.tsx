import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../app/components/dialog.tsx';
import { PagedList } from '../../app/components/paged-list.tsx';
import { Status } from '../../app/components/status.tsx';
import { Moment } from '../../app/formats/dates.tsx';
import { type Answer, call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import type { Key } from './api-key.ts';

type Request = Answer<'list-api-key-requests'>['docs'][number];

const PAGE = 20;
/** Polling interval in milliseconds, for watching a program under test. */
const LOOK_AGAIN_MS = 5_000;

/** Recent requests of a key, newest first, optionally only the failed ones. */
export function KeyRequests({ apiKey: { id, name }, onClose }: { apiKey: Key; onClose: () => void }) {
  const words = useTranslations('integrations').requests;
  const [failed, setFailed] = useState(false);
  const listed = useInfiniteQuery({
    queryKey: ['list-api-key-requests', id, failed],
    queryFn: ({ pageParam }) =>
      call(
        'list-api-key-requests',
        { apiKeyId: id, query: { limit: PAGE, failed, ...(pageParam && { cursor: pageParam }) } },
        { mode: 'live' },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
    refetchInterval: LOOK_AGAIN_MS,
  });
  return (
    <Dialog
      title={words.title(name)}
      onClose={onClose}
      wide
      footer={
        <button type="button" className="btn primary" onClick={onClose}>
          {words.done}
        </button>
      }
    >
      <p className="quiet">{words.said}</p>
      <span className="segmented-control own-width" role="group" aria-label={words.which}>
        <button type="button" aria-pressed={!failed} onClick={() => setFailed(false)}>
          {words.all}
        </button>
        <button type="button" aria-pressed={failed} onClick={() => setFailed(true)}>
          {words.failed}
        </button>
      </span>
      <PagedList listed={listed} emptyText={failed ? words.noneFailed : words.none}>
        {(requests) => <RequestTable requests={requests} name={name} />}
      </PagedList>
    </Dialog>
  );
}

function RequestTable({ requests, name }: { requests: readonly Request[]; name: string }) {
  const words = useTranslations('integrations').requests;
  return (
    <table className="list requests-of">
      <caption className="screen-reader-only">{words.title(name)}</caption>
      <thead>
        <tr>
          <th scope="col">{words.at}</th>
          <th scope="col">{words.operation}</th>
          <th scope="col">{words.answer}</th>
          <th scope="col" className="numeric">
            {words.duration}
          </th>
        </tr>
      </thead>
      <tbody>
        {requests.map(({ id, at, operation, status, durationMs, code }) => (
          <tr key={id}>
            <td className="nowrap quiet second-line-start">
              <Moment when={at} />
            </td>
            <td className="first-line-start">
              <code>{operation}</code>
            </td>
            <td className="second-line-end">
              <Status state={status >= 400 || code !== null ? 'failed' : 'ok'}>
                {status} {code !== null && <code>{code}</code>}
              </Status>
            </td>
            <td className="numeric nowrap quiet first-line-end">{words.took(durationMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
