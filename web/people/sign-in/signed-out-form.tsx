import type { FormEvent, ReactNode } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import type { Act } from '../../app/use-action.ts';
import { Outside } from './signed-out-page.tsx';

/** Form for signed-out users: fields, error, submit button, and alternatives below. */
export function SignedOutForm({
  title,
  description,
  submitLabel,
  action,
  submit,
  shown,
  ways,
  after,
  children,
}: {
  title: string;
  description?: ReactNode;
  /** Label of the submit button. */
  submitLabel: string;
  action: Pick<Act<never>, 'error' | 'isRunning'>;
  submit: () => unknown;
  /** Fields that show their own errors. */
  shown: readonly string[];
  /** Next to the button. */
  ways?: ReactNode;
  after?: ReactNode;
  children?: ReactNode;
}) {
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void submit();
  };
  return (
    <Outside title={title} description={description}>
      <form onSubmit={onSubmit} noValidate>
        {children}
        <ErrorMessage error={action.error} shown={shown} />
        <div className="ways">
          <button type="submit" className="btn primary big wide" aria-disabled={action.isRunning}>
            {submitLabel}
          </button>
          {ways}
        </div>
        {after}
      </form>
    </Outside>
  );
}
