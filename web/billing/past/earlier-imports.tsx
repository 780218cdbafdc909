import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../app/components/confirm-dialog.tsx';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Section } from '../../app/components/section.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { dayOf, shortDay } from '../../app/formats/dates.tsx';
import { useAction } from '../../app/use-action.ts';
import { type Answer, call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';

export type Import = Answer<'list-imports'>['docs'][number];

/** Imports shown at once. */
const AT_ONCE = 20;

/** The imports of the account, the newest first. */
export const useImports = () =>
  useInfiniteQuery({
    queryKey: ['list-imports'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('list-imports', { query: { limit: AT_ONCE, cursor: pageParam } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** Imports with what they brought: see, continue, undo. */
export function EarlierImports({
  found,
  shown,
  mayChange,
}: {
  found: ReturnType<typeof useImports>;
  shown: string | undefined;
  mayChange: boolean;
}) {
  const words = useTranslations('moveIn');
  const [undoing, undo] = useState<Import>();
  const imports = found.data?.pages.flatMap(({ docs }) => docs).filter(({ id }) => id !== shown) ?? [];
  if (imports.length === 0) return <ErrorMessage error={found.error} />;
  return (
    <Section title={words.earlier.title}>
      <ul className="import-files">
        {imports.map((each) => {
          const { id, state, files, createdAt, result } = each;
          const day = shortDay(dayOf(createdAt));
          return (
            <li key={id}>
              <div className="import-file">
                <b>{words.earlier.row(day, files)}</b>
                <span className="quiet">
                  {words.earlier[state]}
                  {result &&
                    ` · ${words.result.said(result.documents, result.payments, result.customers, result.products)}`}
                </span>
              </div>
              <Link to="/import" search={{ reprise: id }} className="btn quiet">
                {state === 'open' ? words.earlier.continue : words.earlier.see}
              </Link>
              {mayChange && state === 'done' && (
                <button
                  type="button"
                  className="btn quiet"
                  aria-label={words.undo.actNamed(day)}
                  onClick={() => undo(each)}
                >
                  {words.undo.go}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {found.hasNextPage && (
        <button type="button" className="btn quiet" onClick={() => void found.fetchNextPage()}>
          {words.earlier.more}
        </button>
      )}
      {undoing && <UndoImport of={undoing} onClose={() => undo(undefined)} />}
    </Section>
  );
}

/** Confirms that an import is undone. */
export function UndoImport({ of: { id, result }, onClose }: { of: Import; onClose: () => void }) {
  const words = useTranslations('moveIn').undo;
  const queries = useQueryClient();
  const act = useAction(async () => {
    const { kept } = await call('undo-import', { importId: id });
    // Customers, books and home change with it.
    await queries.invalidateQueries();
    toast(kept > 0 ? words.kept(kept) : words.done);
    onClose();
  });
  return (
    <ConfirmDialog
      title={words.title}
      description={words.said(result?.documents ?? 0)}
      cancelLabel={words.keep}
      submitLabel={words.go}
      action={act}
      onClose={onClose}
      isDangerous
    />
  );
}
