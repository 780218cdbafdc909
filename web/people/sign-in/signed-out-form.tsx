import type { FormEvent, ReactNode } from 'react';
import { Refusal } from '../../app/components/error-message.tsx';
import type { Act } from '../../app/use-action.ts';
import { Outside } from './signed-out-page.tsx';

/** One question to somebody who is not signed in: its fields, what was refused, one button, and other ways below it. */
export function SignedOutForm({
  title,
  said,
  go,
  act,
  submit,
  shown,
  ways,
  after,
  children,
}: {
  title: string;
  said?: ReactNode;
  /** What the button says. */
  go: string;
  act: Pick<Act<never>, 'error' | 'isRunning'>;
  submit: () => unknown;
  /** The fields that show themselves what is wrong with them. */
  shown: readonly string[];
  /** Beside the button. */
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
        <Refusal error={act.error} shown={shown} />
        <div className="ways">
          <button type="submit" className="btn primary big wide" aria-disabled={act.isRunning}>
            {go}
          </button>
          {ways}
        </div>
        {after}
      </form>
    </Outside>
  );
}
