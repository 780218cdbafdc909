import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Waiting } from '../ground/parts/waiting.tsx';
import { Screen as Soon } from '../ground/soon.tsx';
import { EditorScreen } from './editor/editor-screen.tsx';
import { loadDocument } from './editor/use-saving.ts';

/** One document: a draft is written on its own paper, what has a number is read. */
export function Screen() {
  const { id } = useParams({ from: '/shell/documents/$id' });
  // Asked anew each time: a draft goes on from the version the service has now.
  const asked = useQuery({
    queryKey: ['document', id],
    queryFn: ({ signal }) => loadDocument(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    throwOnError: true,
  });
  if (!asked.data) return <Waiting rows={8} />;
  if (asked.data.document.state === 'draft')
    return (
      <EditorScreen key={`${id} ${asked.dataUpdatedAt}`} loaded={asked.data} reload={() => void asked.refetch()} />
    );
  return <Soon />;
}
