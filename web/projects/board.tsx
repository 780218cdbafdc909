import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '../app/components/empty-state.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Loading } from '../app/components/loading.tsx';
import { Page } from '../app/components/page.tsx';
import { toast } from '../app/components/toasts.tsx';
import { IconPlus } from '../app/icons.tsx';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { call } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useTranslations } from '../locales/language.ts';
import { ArchivedProjects } from './archived-projects.tsx';
import { Column } from './column.tsx';
import type { Category, Move, Place, Project } from './project.ts';
import { ProjectDialog } from './project-dialog.tsx';
import { TasksWithoutProject } from './tasks-without-project.tsx';
import './projects.css';

/**
 * Project board: columns whose projects move by drag or keyboard; on phones, one column at a time.
 */
export function Screen() {
  const words = useTranslations('projects');
  const { may, mode } = useSession();
  const [open, setOpen] = useState<'new' | Project>();
  const [at, show] = useState(0);
  const columns = useOperation('get-project-categories', {});
  const archived = useOperation('get-projects', { query: { isArchived: true, test: mode === 'test', limit: 1 } });
  const mover = useMover();
  const isBoardEmpty = columns.data?.every(({ count }) => count === 0) === true;
  const isEmpty = isBoardEmpty && archived.data?.totalDocs === 0;
  const create = may('projects:write') && (
    <button type="button" className={isEmpty ? 'btn primary big' : 'btn'} onClick={() => setOpen('new')}>
      <IconPlus /> {words.new}
    </button>
  );
  return (
    <Page title={words.title} actions={isEmpty ? undefined : create}>
      <ErrorMessage error={columns.error ?? mover.error} />
      {(columns.isPending || (isBoardEmpty && archived.isPending)) && <Loading rows={12} />}
      {isEmpty && <NoProjects columns={columns.data ?? []} actions={create} />}
      {columns.data && !isEmpty && !(isBoardEmpty && archived.isPending) && (
        <>
          <nav className="views board-views" aria-label={words.columns}>
            {columns.data.map(({ id, name, count }, place) => (
              <button
                key={id}
                type="button"
                aria-current={place === at ? 'true' : undefined}
                onClick={() => show(place)}
              >
                {name} <span className="view-count">{count}</span>
              </button>
            ))}
          </nav>
          <div className="board">
            {columns.data.map((column, place) => (
              <Column
                key={column.id}
                column={column}
                beside={{ left: columns.data[place - 1]?.id, right: columns.data[place + 1]?.id }}
                isShown={place === at}
                onMove={mover.move}
                moved={mover.moved}
                onEdit={setOpen}
              />
            ))}
          </div>
          <p className="small quiet board-keys">{words.keys}</p>
        </>
      )}
      {columns.data && <TasksWithoutProject />}
      {archived.data && archived.data.totalDocs > 0 && <ArchivedProjects count={archived.data.totalDocs} />}
      {open && columns.data && (
        <ProjectDialog
          {...(open !== 'new' && { project: open })}
          columns={columns.data}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Page>
  );
}

function NoProjects({ columns, actions }: { columns: readonly Category[]; actions: ReactNode }) {
  const { empty } = useTranslations('projects');
  return (
    <EmptyState
      title={empty.title}
      description={empty.said}
      columns={columns.map(({ name }, place) => ({ head: name, ghost: place === 0 ? empty.ghost : '' }))}
      actions={actions}
    />
  );
}

/** Moves a project and announces its new position. */
function useMover() {
  const words = useTranslations('projects');
  const queries = useQueryClient();
  const [moved, setMoved] = useState<string>();
  const act = useAction(async (opportunityId: string, place: Place) => {
    const { name, category } = await call('update-project', { opportunityId, body: place });
    await Promise.all(
      ['get-projects', 'get-project-categories'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
    );
    toast(words.moved(name, category.name));
    setMoved(opportunityId);
  });
  const move: Move = (id, place) => void act.run(id, place);
  return { move, error: act.error, moved };
}
