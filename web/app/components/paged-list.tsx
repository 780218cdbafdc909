import type { ReactNode } from 'react';
import { useTranslations } from '../../locales/language.ts';
import { ErrorMessage } from './error-message.tsx';
import { Loading } from './loading.tsx';

/** Paginated list: skeleton while loading, `emptyText` if empty, and a button for more. */
export function PagedList<Row>({
  listed: { data, error, hasNextPage, fetchNextPage },
  emptyText,
  children,
}: {
  listed: {
    readonly data: { readonly pages: readonly { readonly docs: readonly Row[] }[] } | undefined;
    readonly error: unknown;
    readonly hasNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  emptyText: string;
  children: (rows: readonly Row[]) => ReactNode;
}) {
  const { more } = useTranslations('app').list;
  const rows = data?.pages.flatMap(({ docs }) => docs);
  return (
    <>
      <ErrorMessage error={error} />
      {!rows && !error && <Loading rows={4} />}
      {rows?.length === 0 && <p className="quiet description">{emptyText}</p>}
      {rows && rows.length > 0 && children(rows)}
      {hasNextPage && (
        <p className="more-rows">
          <button type="button" className="btn" onClick={() => void fetchNextPage()}>
            {more}
          </button>
        </p>
      )}
    </>
  );
}
