import type { FormEvent, ReactNode } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import type { Act } from '../../app/use-action.ts';
import { Outside } from './signed-out-page.tsx';

/** Form for signed-out users: fields, error, submit button, and alternatives below. */
export function SignedOutForm({
  title,
  said,
  submitLabel,
  act,
  submit,
  shown,
  ways,
  after,
  children,
}: {
  title: string;
  said?: ReactNode;
  /** Label of the submit button. */
  submitLabel: string;
  act: Pick<Act<never>, 'error' | 'isRunning'>;
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
    <Outside title={title} said={said}>
      <form onSubmit={onSubmit} noValidate>
        {children}
        <ErrorMessage error={act.error} shown={shown} />
        <div className="ways">
          <button type="submit" className="btn primary big wide" aria-disabled={act.isRunning}>
            {submitLabel}
          </button>
          {ways}
        </div>
        {after}
      </form>
    </Outside>
  );
}
