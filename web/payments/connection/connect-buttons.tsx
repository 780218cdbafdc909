type Words = Record<'connect' | 'cancel', string>;

/** Buttons of a connection form: connect, or cancel. */
export function ConnectButtons(of: { words: Words; isRunning: boolean; cancel?: (() => void) | undefined }) {
  const { words, isRunning, cancel } = of;
  return (
    <div className="row-actions">
      <button type="submit" className="btn primary" aria-disabled={isRunning}>
        {words.connect}
      </button>
      {cancel && (
        <button type="button" className="btn quiet" onClick={cancel}>
          {words.cancel}
        </button>
      )}
    </div>
  );
}
