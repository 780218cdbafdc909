import type { ReactNode } from 'react';
import type { Act } from '../use-action.ts';
import { Dialog } from './dialog.tsx';
import { ErrorMessage } from './error-message.tsx';

/** Confirmation dialog: states the consequences and has the button that runs the action. */
export function ConfirmDialog({
  title,
  said,
  cancelLabel,
  submitLabel,
  act,
  onClose,
  isDangerous = false,
  children,
}: {
  title: string;
  said: string;
  cancelLabel: string;
  submitLabel: string;
  act: Act<[]>;
  onClose: () => void;
  isDangerous?: boolean;
  children?: ReactNode;
}) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {cancelLabel}
          </button>
          <button
            type="button"
            className={isDangerous ? 'btn danger' : 'btn primary'}
            aria-disabled={act.isRunning}
            onClick={() => void act.run()}
          >
            {submitLabel}
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
