type Words = Record<'connect' | 'cancel', string>;

/** What ends the form of an access: it is connected with what was typed, or stays as it was. */
export function ConnectButtons(of: { words: Words; isRunning: boolean; cancel?: (() => void) | undefined }) {
  const { words, isRunning, cancel } = of;
  return (
    <div className="acts-of">
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
