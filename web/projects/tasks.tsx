import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Loading } from '../app/components/loading.tsx';
import { shortDay } from '../app/formats/dates.tsx';
import { useSession } from '../app/session/session.ts';
import { now } from '../app/session/test-clock-state.ts';
import { useAction } from '../app/use-action.ts';
import { type Asked, call } from '../client/call.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { BillTime } from './bill-time.tsx';
import { parseHours, timeText } from './parse-hours.ts';
import type { Project, Task } from './project.ts';
import { TaskDialog } from './task-dialog.tsx';

/** Tasks per request. */
const AT_ONCE = 100;

/** Tasks of a project, or those without one: check off, edit, time spent, bill. */
export function Tasks({ project }: { project?: Project }) {
  const words = useTranslations('projects');
  const { may } = useSession();
  const [typed, type] = useState('');
  const [billed, bill] = useState<Task>();
  const [edited, edit] = useState<Task>();
  const { tasks, left, more, error, isWaiting, refresh } = useTasks(project);
  const change = useAction(async (taskId: string, body: Asked<'update-task'>['body']) => {
    await call('update-task', { taskId, ...(body && { body }) });
    await refresh();
  });
  const add = useAction(async () => {
    await call('create-task', {
      body: {
        name: typed,
        description: '',
        ...(project && { opportunityId: project.id, customerId: project.customerId }),
        rankMode: 'LAST',
      },
    });
    type('');
    await refresh();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.trim() !== '') void add.run();
  };
  return (
    <>
      <ErrorMessage error={error ?? change.error ?? add.error} />
      {isWaiting && <Loading rows={2} />}
      <ul className="tasks" aria-label={words.tasks}>
        {tasks.map((task) => (
          <TaskLine
            key={task.id}
            task={task}
            onChange={(body) => void change.run(task.id, body)}
            onEdit={() => edit(task)}
            onBill={task.customerId === undefined ? undefined : () => bill(task)}
          />
        ))}
        {left > 0 && (
          <li>
            <button type="button" className="link-btn" onClick={more}>
              {words.moreTasks(left)}
            </button>
          </li>
        )}
        {may('projects:write') && (
          <li>
            <form className="add-task" onSubmit={submit}>
              <input
                className="input"
                aria-label={words.newTask}
                placeholder={words.addTask}
                value={typed}
                onChange={({ target }) => type(target.value)}
              />
            </form>
          </li>
        )}
      </ul>
      {edited && <TaskDialog task={edited} refresh={refresh} onClose={() => edit(undefined)} />}
      {billed && <BillTime billed={{ task: billed }} onClose={() => bill(undefined)} />}
    </>
  );
}

/** The loaded tasks, and the number left. */
function useTasks(project: Project | undefined) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const query = { ...whose(project), test: mode === 'test', limit: AT_ONCE, orderBy: 'rank' } as const;
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['get-tasks', 'list', query],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) => call('get-tasks', { query: { ...query, cursor } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const tasks = data?.pages.flatMap(({ docs }) => docs) ?? [];
  return {
    tasks,
    left: hasNextPage ? (data?.pages.at(-1)?.totalDocs ?? 0) - tasks.length : 0,
    more: () => void fetchNextPage(),
    error,
    isWaiting: !data && !error,
    // The project shows the total time to bill.
    refresh: (): Promise<unknown> =>
      Promise.all(['get-tasks', 'get-projects'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  };
}

const whose = (project: Project | undefined) =>
  project ? { opportunityId: project.id } : { alone: true, isDone: false };

function TaskLine({
  task,
  onChange,
  onEdit,
  onBill,
}: {
  task: Task;
  onChange: (body: NonNullable<Asked<'update-task'>['body']>) => void;
  onEdit: () => void;
  /** Undefined without a customer to bill. */
  onBill: (() => void) | undefined;
}) {
  const words = useTranslations('projects');
  const language = useLanguage();
  const { may } = useSession();
  const { name, doneAt, dueDate } = task;
  const isDone = doneAt !== undefined;
  const mayWrite = may('projects:write');
  return (
    <li className={isDone ? 'done' : undefined}>
      <span className="task">
        <input
          type="checkbox"
          className="check"
          disabled={!mayWrite}
          checked={isDone}
          aria-label={words.done(name)}
          onChange={() => onChange({ doneAt: isDone ? null : Math.floor(now()) })}
        />
        <Name name={name} onEdit={mayWrite ? onEdit : undefined} />
        {dueDate !== undefined && !isDone && (
          <span className="quiet tabular">{words.due(shortDay(dueDate, language).slice(0, 5))}</span>
        )}
      </span>
      <TimeOf task={task} onChange={onChange} onBill={onBill} />
    </li>
  );
}

/** Time spent on a task: editable until it is on a document, then its state. */
function TimeOf({ task, onChange, onBill }: Pick<Parameters<typeof TaskLine>[0], 'task' | 'onChange' | 'onBill'>) {
  const words = useTranslations('projects');
  const { may } = useSession();
  const { name, timeSpent = 0, timeState, billingId } = task;
  if (timeState === 'on_draft' || timeState === 'billed')
    return (
      <span className="quiet tabular time">
        {timeText(timeSpent, words.clock)}{' '}
        {billingId !== undefined && may('billing:read') ? (
          <Link className="link" to="/documents/$id" params={{ id: billingId }}>
            {words.timeStates[timeState]}
          </Link>
        ) : (
          words.timeStates[timeState]
        )}
      </span>
    );
  const keep = (typed: string): void => {
    const minutes = parseHours(typed);
    if (minutes !== (timeSpent || null)) onChange({ timeSpent: minutes });
  };
  return (
    <span className="time">
      {timeState === 'to_bill' && onBill && may('billing:write') && (
        <button type="button" className="link-btn" aria-label={words.billOf(name)} onClick={onBill}>
          {words.bill}
        </button>
      )}
      {may('projects:write') ? (
        <input
          key={timeSpent}
          className="input hours"
          aria-label={words.timeOf(name)}
          placeholder={words.clock(0, '')}
          defaultValue={timeSpent ? timeText(timeSpent, words.clock) : ''}
          onBlur={({ target }) => keep(target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        />
      ) : (
        timeSpent > 0 && <span className="quiet tabular">{timeText(timeSpent, words.clock)}</span>
      )}
    </span>
  );
}

/** Name of a task; pressing it opens the task. */
function Name({ name, onEdit }: { name: string; onEdit: (() => void) | undefined }) {
  const words = useTranslations('projects');
  if (!onEdit) return <span>{name}</span>;
  return (
    <button type="button" className="task-name" aria-label={words.editTask(name)} onClick={onEdit}>
      {name}
    </button>
  );
}
