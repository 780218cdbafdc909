import type { ReactNode } from 'react';
import type { Act } from '../use-action.ts';
import { Dialog } from './dialog.tsx';
import { ErrorMessage } from './error-message.tsx';

/** Confirmation dialog: states the consequences and has the button that runs the action. */
export function ConfirmDialog({
  title,
  said,
  keep,
  go,
  act,
  onClose,
  isGrave = false,
  children,
}: {
  title: string;
  said: string;
  keep: string;
  go: string;
  act: Act<[]>;
  onClose: () => void;
  isGrave?: boolean;
  children?: ReactNode;
}) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {keep}
          </button>
          <button
            type="button"
            className={isGrave ? 'btn danger' : 'btn primary'}
            aria-disabled={act.isRunning}
            onClick={() => void act.run()}
          >
            {go}
          </button>
        </>
      }
    >
      <p>{said}</p>
      {children}
      <ErrorMessage error={act.error} />
    </Dialog>
  );
}
