import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Loading } from '../app/components/loading.tsx';
import { Money } from '../app/formats/money.tsx';
import { useSession } from '../app/session/session.ts';
import { type Answer, call } from '../client/call.ts';
import { useTranslations } from '../locales/language.ts';
import type { Category, Move, Place, Project } from './project.ts';
import { type Direction, ProjectCard } from './project-card.tsx';

/** Projects per request. */
const AT_ONCE = 50;

type Given = {
  readonly column: Category;
  /** The neighbouring columns, if any. */
  readonly beside: { readonly left: string | undefined; readonly right: string | undefined };
  readonly isShown: boolean;
  readonly moved: string | undefined;
  readonly onMove: Move;
  readonly onEdit: (project: Project) => void;
};

/** A board column with its total; a long one loads more on request. */
export function Column({ column, beside, isShown, moved, onMove, onEdit }: Given) {
  const words = useTranslations('projects');
  const [isOver, over] = useState(false);
  const { projects, left, more, isMore, error, isWaiting } = useProjectsOf(column);
  const drop = (event: DragEvent, place: Place): void => {
    event.preventDefault();
    event.stopPropagation();
    over(false);
    const id = event.dataTransfer.getData('text/plain');
    if (id) onMove(id, place);
  };
  return (
    <section
      className={[isShown && 'here', isOver && 'over'].filter(Boolean).join(' ') || undefined}
      aria-labelledby={`column-${column.id}`}
      onDragOver={(event) => {
        event.preventDefault();
        over(true);
      }}
      onDragLeave={() => over(false)}
      onDrop={(event) => drop(event, { categoryId: column.id })}
    >
      <header>
        <h2 id={`column-${column.id}`}>{column.name}</h2>
        <span className="quiet small">{column.count}</span>
        {column.showAmount && column.count > 0 && (
          <span className="quiet small tabular push">
            <Money cents={column.amount} />
          </span>
        )}
      </header>
      <ErrorMessage error={error} />
      {isWaiting && <Loading rows={2} />}
      <ol>
        {projects.map((project, place) => (
          <ProjectCard
            key={project.id}
            project={project}
            column={column}
            isMoved={project.id === moved}
            onDrop={(event) => drop(event, { categoryId: column.id, afterRank: projects[place - 1]?.rank ?? null })}
            onMove={(by) => {
              const to = placeOf(by, { projects, place, beside });
              if (to) onMove(project.id, to);
            }}
            onEdit={() => onEdit(project)}
          />
        ))}
      </ol>
      {left > 0 && (
        <button type="button" className="link-btn small" aria-busy={isMore} onClick={more}>
          {words.more(left)}
        </button>
      )}
    </section>
  );
}

/** The loaded projects of a column, and the number left. */
function useProjectsOf({ id: categoryId, count }: Category) {
  const { mode } = useSession();
  const query = { categoryId, isArchived: false, test: mode === 'test', limit: AT_ONCE, orderBy: 'rank' } as const;
  const listed = useInfiniteQuery({
    queryKey: ['get-projects', 'column', query],
    enabled: count > 0,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) => call('get-projects', { query: { ...query, cursor } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const projects = count > 0 ? projectsOf(listed.data) : [];
  const total = listed.data?.pages.at(-1)?.totalDocs ?? 0;
  return {
    projects,
    left: listed.hasNextPage ? total - projects.length : 0,
    more: () => void listed.fetchNextPage(),
    isMore: listed.isFetchingNextPage,
    error: listed.error,
    isWaiting: count > 0 && listed.isPending,
  };
}

const projectsOf = (data: InfiniteData<Answer<'get-projects'>> | undefined): readonly Project[] =>
  data?.pages.flatMap(({ docs }) => docs) ?? [];

type Around = { projects: readonly Project[]; place: number; beside: Given['beside'] };

/** Target of a key press; undefined at the end. */
function placeOf(by: Direction, { projects, place, beside }: Around): Place | undefined {
  if (by === 'left' || by === 'right') {
    const categoryId = beside[by];
    return categoryId === undefined ? undefined : { categoryId };
  }
  const next = projects[by === 'down' ? place + 1 : place - 1];
  if (!next) return undefined;
  // After the next one, or after the one before the previous.
  return { afterRank: by === 'down' ? next.rank : (projects[place - 2]?.rank ?? null) };
}
