import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Answer, type Asked, call } from '../client/call.ts';
import { useAnswer } from '../client/use-answer.ts';
import { useAct } from '../ground/act.ts';
import { shortDay } from '../ground/days.tsx';
import { Refusal } from '../ground/parts/refusal.tsx';
import { Waiting } from '../ground/parts/waiting.tsx';
import { useSession } from '../ground/session.ts';
import { useLanguage, useWords } from '../words/language.ts';
import { BillTime } from './bill-time.tsx';
import type { Project } from './board.tsx';
import { hoursText, minutesOf } from './hours.ts';
import { TaskDialog } from './task-dialog.tsx';

export type Task = Answer<'get-tasks'>['docs'][number];

const SHOWN = 100;

/**
 * The tasks of a project, or those of none: ticked when they are done, changed where they are called, with the time that went into
 * them, which can be billed.
 */
export function Tasks({ project }: { project?: Project }) {
  const words = useWords('projects');
  const { may, mode } = useSession();
  const queries = useQueryClient();
  const [typed, type] = useState('');
  const [billed, bill] = useState<Task>();
  const [edited, edit] = useState<Task>();
  const { data, error } = useAnswer('get-tasks', {
    query: { ...whose(project), test: mode === 'test', limit: SHOWN, orderBy: 'rank', orderDirection: 'ASC' },
  });
  const refresh = (): Promise<unknown> => queries.invalidateQueries({ queryKey: ['get-tasks'] });
  const change = useAct(async (taskId: string, body: Asked<'update-task'>['body']) => {
    await call('update-task', { taskId, ...(body && { body }) });
    await refresh();
  });
  const add = useAct(async () => {
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
      <Refusal error={error ?? change.error ?? add.error} />
      {!data && !error && <Waiting rows={2} />}
      <ul className="tasks" aria-label={words.tasks}>
        {data?.docs.map((task) => (
          <TaskLine
            key={task.id}
            task={task}
            onChange={(body) => void change.run(task.id, body)}
            onEdit={() => edit(task)}
            onBill={project && (() => bill(task))}
          />
        ))}
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
      {billed && project && <BillTime task={billed} project={project} onClose={() => bill(undefined)} />}
    </>
  );
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
  /** Absent where nobody is there to bill. */
  onBill: (() => void) | undefined;
}) {
  const words = useWords('projects');
  const language = useLanguage();
  const { may } = useSession();
  const { name, doneAt, timeSpent = 0, billedAt, dueDate } = task;
  const isDone = doneAt !== undefined;
  const mayWrite = may('projects:write');
  const keepTime = (typed: string): void => {
    const minutes = minutesOf(typed);
    if (minutes !== (timeSpent || null)) onChange({ timeSpent: minutes });
  };
  return (
    <li className={isDone ? 'done' : undefined}>
      <span className="task">
        <input
          type="checkbox"
          className="check"
          disabled={!mayWrite}
          checked={isDone}
          aria-label={words.done(name)}
          onChange={() => onChange({ doneAt: isDone ? null : Math.floor(Date.now() / 1000) })}
        />
        <Name said={name} onEdit={mayWrite ? onEdit : undefined} />
        {dueDate !== undefined && !isDone && (
          <span className="quiet tab">{words.due(shortDay(dueDate, language).slice(0, 5))}</span>
        )}
      </span>
      {billedAt !== undefined ? (
        <span className="quiet tab">
          {words.hours(hoursText(timeSpent, language))}, {words.billed}
        </span>
      ) : (
        <>
          {timeSpent > 0 && onBill && may('billing:write') && (
            <button type="button" className="link-btn" aria-label={words.billOf(name)} onClick={onBill}>
              {words.bill}
            </button>
          )}
          {mayWrite && (
            <input
              key={timeSpent}
              className="input hours"
              inputMode="decimal"
              aria-label={words.time(name)}
              placeholder={words.hours('0')}
              defaultValue={hoursText(timeSpent, language)}
              onBlur={({ target }) => keepTime(target.value)}
              onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
            />
          )}
        </>
      )}
    </li>
  );
}

/** What a task is called; pressed, it is changed. */
function Name({ said, onEdit }: { said: string; onEdit: (() => void) | undefined }) {
  const words = useWords('projects');
  if (!onEdit) return <span>{said}</span>;
  return (
    <button type="button" className="task-name" aria-label={words.editTask(said)} onClick={onEdit}>
      {said}
    </button>
  );
}
