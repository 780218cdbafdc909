import type { ReactNode } from 'react';
import type { Act } from '../use-action.ts';
import { Dialog } from './dialog.tsx';
import { ErrorMessage } from './error-message.tsx';

/** Confirmation dialog: states the consequences and has the button that runs the action. */
export function ConfirmDialog({
  title,
  description,
  cancelLabel,
  submitLabel,
  action,
  onClose,
  isDangerous = false,
  children,
}: {
  title: string;
  description: string;
  cancelLabel: string;
  submitLabel: string;
  action: Act<[]>;
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
            aria-disabled={action.isRunning}
            onClick={() => void action.run()}
          >
            {submitLabel}
          </button>
        </>
      }
    >
      <p>{description}</p>
      {children}
      <ErrorMessage error={action.error} />
    </Dialog>
  );
}
