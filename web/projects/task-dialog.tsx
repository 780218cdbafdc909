import { type FormEvent, useId, useState } from 'react';
import { Dialog } from '../app/components/dialog.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Field } from '../app/components/field.tsx';
import { toast } from '../app/components/toasts.tsx';
import { dayOf } from '../app/formats/dates.tsx';
import { useAction } from '../app/use-action.ts';
import type { Asked } from '../client/call.ts';
import { call } from '../client/call.ts';
import { useTranslations } from '../locales/language.ts';
import { DeleteButton } from './delete-button.tsx';
import { parseHours, timeText } from './parse-hours.ts';
import type { Task } from './project.ts';
import { Description } from './project-dialog.tsx';

const SHOWN = ['name', 'dueDate', 'timeSpent', 'description', 'priority'] as const;

type Body = NonNullable<Asked<'update-task'>['body']>;

/** Edits or deletes a task. `refresh` reloads the tasks. */
export function TaskDialog({
  task,
  refresh,
  onClose,
}: {
  task: Task;
  refresh: () => Promise<unknown>;
  onClose: () => void;
}) {
  const words = useTranslations('projects');
  const [typed, type] = useState({
    name: task.name,
    due: task.dueDate === undefined ? '' : dayOf(task.dueDate),
    hours: task.timeSpent ? timeText(task.timeSpent, words.clock) : '',
    priority: task.priority,
    description: task.description,
  });
  const save = useAction(async () => {
    const { name, due, hours, priority, description } = typed;
    const body: Body = { name, description, priority, dueDate: due || null, timeSpent: parseHours(hours) };
    await call('update-task', { taskId: task.id, body });
    await refresh();
    toast(words.saved);
    onClose();
  });
  const remove = useAction(async () => {
    await call('delete-task', { taskId: task.id });
    await refresh();
    toast(words.removed(task.name));
    onClose();
  });
  const text = (name: 'name' | 'due' | 'hours', member: string = name) => ({
    label: words.form[name],
    value: typed[name],
    error: save.problem?.at(member),
    onChange: ({ target }: { target: { value: string } }) => type({ ...typed, [name]: target.value }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save.run();
  };
  return (
    <Dialog title={words.taskTitle} onClose={onClose}>
      <form className="fields" onSubmit={submit} noValidate>
        <Field {...text('name')} required autoComplete="off" />
        <div className="two">
          <Field {...text('due', 'dueDate')} type="date" />
          <Field {...text('hours', 'timeSpent')} autoComplete="off" />
        </div>
        <Priority chosen={typed.priority} onChoose={(priority) => type({ ...typed, priority })} />
        <Description
          value={typed.description}
          error={save.problem?.at('description')}
          onType={(description) => type({ ...typed, description })}
        />
        <ErrorMessage error={save.error ?? remove.error} shown={SHOWN} />
        <footer>
          <DeleteButton description={words.form.removeTaskSaid} action={remove} />
          <button type="button" className="btn quiet push" onClick={onClose}>
            {words.form.cancel}
          </button>
          <button type="submit" className="btn primary" aria-disabled={save.isRunning}>
            {words.form.save}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

function Priority({ chosen, onChoose }: { chosen: Task['priority']; onChoose: (priority: Task['priority']) => void }) {
  const words = useTranslations('projects');
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{words.form.priority}</label>
      <select
        id={id}
        className="input"
        value={chosen}
        onChange={({ target }) => onChoose(target.value as Task['priority'])}
      >
        {Object.entries(words.priorities).map(([name, said]) => (
          <option key={name} value={name}>
            {said}
          </option>
        ))}
      </select>
    </div>
  );
}
