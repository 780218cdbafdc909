import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Loading } from '../app/components/loading.tsx';
import { EditorScreen } from './editor/editor-screen.tsx';
import { loadDraft } from './editor/saving/use-autosave.ts';
import type { Billing } from './finalized/document-queries.ts';

const FinalizedDocument = lazy(async () => ({
  default: (await import('./finalized/finalized-document.tsx')).FinalizedDocument,
}));

/** A document: drafts open in the editor, finalized documents in the reader. */
export function Screen() {
  const { id } = useParams({ from: '/shell/documents/$id' });
  // Always fetched again: a draft continues from the service's current version.
  const asked = useQuery({
    queryKey: ['document', id],
    queryFn: ({ signal }) => loadDraft(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    throwOnError: true,
  });
  if (!asked.data) return <Loading rows={8} />;
  if (asked.data.document.state === 'draft')
    return <EditorScreen key={id} loaded={asked.data} reload={() => void asked.refetch()} />;
  return (
    <Suspense fallback={<Loading rows={8} />}>
      <FinalizedDocument key={id} billing={asked.data.document as unknown as Billing} />
    </Suspense>
  );
}
