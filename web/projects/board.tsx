import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Answer, call } from '../client/call.ts';
import { useAnswer } from '../client/use-answer.ts';
import { useAct } from '../ground/act.ts';
import { IconPlus } from '../ground/icons.tsx';
import { Empty } from '../ground/parts/empty.tsx';
import { Page } from '../ground/parts/page.tsx';
import { Refusal } from '../ground/parts/refusal.tsx';
import { toast } from '../ground/parts/toasts.tsx';
import { Waiting } from '../ground/parts/waiting.tsx';
import { useSession } from '../ground/session.ts';
import { useWords } from '../words/language.ts';
import { ProjectCard } from './project-card.tsx';
import { ProjectDialog } from './project-dialog.tsx';
import { TasksAlone } from './tasks-alone.tsx';
import './projects.css';

export type Project = Answer<'get-projects'>['docs'][number];
export type Category = Answer<'get-project-categories'>[number];

/** Projects of a column that are shown: a board is looked at whole. */
const SHOWN = 100;

/** The board: columns with their projects, which are dragged or moved by keys; on phones one column at a time. */
export function Screen() {
  const words = useWords('projects');
  const { may, mode } = useSession();
  const [open, setOpen] = useState<'new' | Project>();
  const [at, show] = useState(0);
  const columns = useAnswer('get-project-categories', {});
  const projects = useAnswer('get-projects', {
    query: { test: mode === 'test', limit: SHOWN, orderBy: 'rank', orderDirection: 'ASC' },
  });
  const mover = useMover(columns.data ?? [], projects.data?.docs ?? []);
  const isEmpty = projects.data?.totalDocs === 0;
  const create = may('projects:write') && (
    <button type="button" className={isEmpty ? 'btn primary big' : 'btn'} onClick={() => setOpen('new')}>
      <IconPlus /> {words.new}
    </button>
  );
  return (
    <Page title={words.title} actions={isEmpty ? undefined : create}>
      <Refusal error={columns.error ?? projects.error ?? mover.error} />
      {(columns.isPending || projects.isPending) && <Waiting rows={12} />}
      {isEmpty && <NoProjects columns={columns.data ?? []} actions={create} />}
      {columns.data && projects.data && !isEmpty && (
        <>
          <nav className="views board-views" aria-label={words.columns}>
            {columns.data.map(({ id, name, count }, place) => (
              <button
                key={id}
                type="button"
                aria-current={place === at ? 'true' : undefined}
                onClick={() => show(place)}
              >
                {name} <span className="n">{count}</span>
              </button>
            ))}
          </nav>
          <div className="board">
            {columns.data.map((column, place) => (
              <Column
                key={column.id}
                column={column}
                isShown={place === at}
                projects={projects.data.docs.filter(({ categoryId }) => categoryId === column.id)}
                onMove={mover.move}
                moved={mover.moved}
                onEdit={setOpen}
              />
            ))}
          </div>
          <p className="small quiet board-keys">{words.keys}</p>
        </>
      )}
      {projects.data && <TasksAlone />}
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
  const { empty } = useWords('projects');
  return (
    <Empty
      title={empty.title}
      said={empty.said}
      columns={columns.map(({ name }, place) => ({ head: name, ghost: place === 0 ? empty.ghost : '' }))}
      actions={actions}
    />
  );
}

/** Where a project goes: into a column, or before or behind its neighbour. */
export type Move =
  | { readonly id: string; readonly to: string }
  | { readonly id: string; readonly by: 'left' | 'right' | 'up' | 'down' };

function Column({
  column,
  isShown,
  projects,
  moved,
  onMove,
  onEdit,
}: {
  column: Category;
  isShown: boolean;
  projects: readonly Project[];
  moved: string | undefined;
  onMove: (move: Move) => void;
  onEdit: (project: Project) => void;
}) {
  const [isOver, over] = useState(false);
  return (
    <section
      className={[isShown && 'here', isOver && 'over'].filter(Boolean).join(' ') || undefined}
      aria-labelledby={`column-${column.id}`}
      onDragOver={(event) => {
        event.preventDefault();
        over(true);
      }}
      onDragLeave={() => over(false)}
      onDrop={(event) => {
        event.preventDefault();
        over(false);
        const id = event.dataTransfer.getData('text/plain');
        if (id) onMove({ id, to: column.id });
      }}
    >
      <header>
        <h2 id={`column-${column.id}`}>{column.name}</h2>
        <span className="quiet small">{column.count}</span>
      </header>
      <ol>
        {projects.map((project) => (
          <ProjectCard
            key={project.id}
            project={project}
            column={column}
            isMoved={project.id === moved}
            onMove={onMove}
            onEdit={() => onEdit(project)}
          />
        ))}
      </ol>
    </section>
  );
}

/** Moves a project and says where it stands. */
function useMover(columns: readonly Category[], projects: readonly Project[]) {
  const words = useWords('projects');
  const queries = useQueryClient();
  const [moved, setMoved] = useState<string>();
  const act = useAct(async (move: Move) => {
    const project = projects.find(({ id }) => id === move.id);
    const change = project && changeOf(move, project, { columns, projects });
    if (!project || !change) return;
    await call('update-project', { opportunityId: project.id, body: change });
    await Promise.all(
      ['get-projects', 'get-project-categories'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
    );
    const column = columns.find(({ id }) => id === change.categoryId);
    if (column) toast(words.moved(project.name, column.name));
    setMoved(project.id);
  });
  return { move: (move: Move) => void act.run(move), error: act.error, moved };
}

function changeOf(
  move: Move,
  { id, categoryId }: Project,
  { columns, projects }: { columns: readonly Category[]; projects: readonly Project[] },
): { categoryId?: string; afterRank?: string | null } | undefined {
  if ('to' in move) return move.to === categoryId ? undefined : { categoryId: move.to };
  const step = move.by === 'left' || move.by === 'up' ? -1 : 1;
  if (move.by === 'left' || move.by === 'right') {
    const next = columns[columns.findIndex((column) => column.id === categoryId) + step];
    return next && { categoryId: next.id };
  }
  const same = projects.filter((each) => each.categoryId === categoryId);
  const place = same.findIndex((each) => each.id === id);
  const wanted = place + step;
  if (wanted < 0 || wanted >= same.length) return undefined;
  // Behind the next one, or behind the one before the previous.
  return { afterRank: (step > 0 ? same[wanted] : same[wanted - 1])?.rank ?? null };
}
