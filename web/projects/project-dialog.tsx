import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Dialog } from '../app/components/dialog.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Field } from '../app/components/field.tsx';
import { toast } from '../app/components/toasts.tsx';
import { dayOf } from '../app/formats/dates.tsx';
import { amountText } from '../app/formats/money.tsx';
import { centsOf } from '../app/formats/parse-number.ts';
import { useAction } from '../app/use-action.ts';
import { call } from '../client/call.ts';
import { CustomerPicker } from '../customers/customer-picker.tsx';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { DeleteButton } from './delete-button.tsx';
import type { Category, Project } from './project.ts';

const SHOWN = ['name', 'customerId', 'categoryId', 'amount', 'dueDate', 'description'] as const;

type Typed = {
  readonly name: string;
  readonly amount: string;
  readonly due: string;
  readonly description: string;
  readonly categoryId: string;
};

/** Creates a project in the first column, or edits, moves or deletes one. */
export function ProjectDialog({
  project,
  columns,
  onClose,
}: {
  project?: Project;
  columns: readonly Category[];
  onClose: () => void;
}) {
  const words = useTranslations('projects');
  const [typed, type] = useState(() => typedOf(project, columns));
  const [customer, choose] = useState<{ id: string; name: string } | undefined>(
    () => project && { id: project.customerId, name: project.customer.name },
  );
  const { save, remove } = useKept({ project, typed, customerId: customer?.id ?? '', onClose });
  const text = (name: 'name' | 'amount' | 'due', member: string = name) => ({
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
    <Dialog title={project ? words.editTitle : words.new} onClose={onClose}>
      <form className="fields" onSubmit={submit} noValidate>
        <Field {...text('name')} required autoComplete="off" />
        <div className="field">
          <span className="label">{words.form.customer}</span>
          {customer ? (
            <button type="button" className="btn" onClick={() => choose(undefined)}>
              {customer.name}
            </button>
          ) : (
            <CustomerPicker label={words.form.choose} onChoose={choose} />
          )}
          {save.problem?.at('customerId') && <p className="field-error">{save.problem.at('customerId')}</p>}
        </div>
        <div className="two">
          <Field {...text('amount')} inputMode="decimal" />
          <Field {...text('due', 'dueDate')} type="date" />
        </div>
        <ColumnChoice
          columns={columns}
          chosen={typed.categoryId}
          onChoose={(categoryId) => type({ ...typed, categoryId })}
        />
        <Description
          value={typed.description}
          error={save.problem?.at('description')}
          onType={(description) => type({ ...typed, description })}
        />
        <ErrorMessage error={save.error ?? remove.error} shown={SHOWN} />
        <footer>
          {project && <DeleteButton description={words.form.removeSaid} action={remove} />}
          <button type="button" className="btn quiet push" onClick={onClose}>
            {words.form.cancel}
          </button>
          <button type="submit" className="btn primary" aria-disabled={save.isRunning}>
            {project ? words.form.save : words.form.create}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

const typedOf = (project: Project | undefined, columns: readonly Category[]): Typed => ({
  name: project?.name ?? '',
  amount: project && project.amount !== 0 ? amountText(project.amount) : '',
  due: project?.dueDate === undefined ? '' : dayOf(project.dueDate),
  description: project?.description ?? '',
  categoryId: project?.categoryId ?? columns[0]?.id ?? '',
});

type Kept = { project: Project | undefined; typed: Typed; customerId: string; onClose: () => void };

function useKept({ project, typed, customerId, onClose }: Kept) {
  const language = useLanguage();
  const words = useTranslations('projects');
  const queries = useQueryClient();
  const done = async (said: string): Promise<void> => {
    await Promise.all(
      ['get-projects', 'get-project-categories', 'get-tasks'].map((key) =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    );
    toast(said);
    onClose();
  };
  const save = useAction(async () => {
    const { name, amount, due, description, categoryId } = typed;
    // Without a customer, or with an unreadable amount, the service reports the error.
    const body = {
      ...{ name, amount: amount === '' ? 0 : (centsOf(amount, language) ?? (amount as unknown as number)), customerId },
      ...(categoryId !== project?.categoryId && { categoryId }),
      ...{ dueDate: due || null, description: description || null },
    };
    if (project) await call('update-project', { opportunityId: project.id, body });
    else await call('create-project', { body: { ...body, categoryId } });
    await done(project ? words.saved : words.created(name));
  });
  const remove = useAction(async () => {
    if (!project) return;
    await call('delete-project', { opportunityId: project.id });
    await done(words.removed(project.name));
  });
  return { save, remove };
}

function ColumnChoice({
  columns,
  chosen,
  onChoose,
}: {
  columns: readonly Category[];
  chosen: string;
  onChoose: (id: string) => void;
}) {
  const words = useTranslations('projects');
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{words.form.column}</label>
      <select id={id} className="input" value={chosen} onChange={({ target }) => onChoose(target.value)}>
        {columns.map((column) => (
          <option key={column.id} value={column.id}>
            {column.name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Multi-line description of a project or a task. */
export function Description({
  value,
  error,
  onType,
}: {
  value: string;
  error: string | undefined;
  onType: (said: string) => void;
}) {
  const words = useTranslations('projects');
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{words.form.description}</label>
      <textarea
        id={id}
        className="input"
        rows={3}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-wrong`}
        onChange={({ target }) => onType(target.value)}
      />
      {error && (
        <p className="field-error" id={`${id}-wrong`}>
          {error}
        </p>
      )}
    </div>
  );
}
