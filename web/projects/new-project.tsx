import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../client/call.ts';
import { CustomerChoice } from '../customers/customer-choice.tsx';
import type { FoundCustomer } from '../customers/found-customers.ts';
import { useAct } from '../ground/act.ts';
import { centsOf } from '../ground/money.tsx';
import { Dialog } from '../ground/parts/dialog.tsx';
import { Field } from '../ground/parts/field.tsx';
import { Refusal } from '../ground/parts/refusal.tsx';
import { toast } from '../ground/parts/toasts.tsx';
import { useWords } from '../words/language.ts';

/** A new project, in the first column of the board. */
export function NewProject({ categoryId, onClose }: { categoryId: string; onClose: () => void }) {
  const words = useWords('projects');
  const queries = useQueryClient();
  const [typed, type] = useState({ name: '', amount: '', due: '' });
  const [customer, choose] = useState<FoundCustomer>();
  const act = useAct(async () => {
    const { name, amount, due } = typed;
    // Without a customer the service says that one is needed.
    const body = {
      name,
      amount: centsOf(amount) ?? 0,
      customerId: customer?.id ?? '',
      categoryId,
      ...(due && { dueDate: due }),
    };
    await call('create-project', { body });
    await Promise.all(
      ['get-projects', 'get-project-categories'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
    );
    toast(words.created(name));
    onClose();
  });
  const text = (name: keyof typeof typed) => ({
    label: words.form[name],
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => type({ ...typed, [name]: target.value }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void act.run();
  };
  return (
    <Dialog title={words.new} onClose={onClose}>
      <form className="fields" onSubmit={submit} noValidate>
        <Field {...text('name')} required autoComplete="off" wrong={act.problem?.at('name')} />
        <div className="field">
          <span className="label">{words.form.customer}</span>
          {customer ? (
            <button type="button" className="btn" onClick={() => choose(undefined)}>
              {customer.name}
            </button>
          ) : (
            <CustomerChoice label={words.form.choose} onChoose={choose} />
          )}
          {act.problem?.at('customerId') && <p className="wrong">{act.problem.at('customerId')}</p>}
        </div>
        <div className="two">
          <Field {...text('amount')} inputMode="decimal" wrong={act.problem?.at('amount')} />
          <Field {...text('due')} type="date" wrong={act.problem?.at('dueDate')} />
        </div>
        <Refusal error={act.error} shown={['name', 'customerId', 'amount', 'dueDate']} />
        <footer>
          <button type="button" className="btn quiet" onClick={onClose}>
            {words.form.cancel}
          </button>
          <button type="submit" className="btn primary" aria-disabled={act.isRunning}>
            {words.form.create}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
