/** A button, with the name that screen readers say. */
type Act = { readonly text: string; readonly label: string; readonly run: () => void };

/** What to do with a transaction that is still open: use it, or set it aside. */
export function TransactionActs({ use, aside, isBusy }: { use: Act; aside: Act; isBusy: boolean }) {
  return (
    <span className="uses">
      <button type="button" className="btn" aria-label={use.label} onClick={use.run}>
        {use.text}
      </button>
      <button type="button" className="btn quiet" aria-label={aside.label} aria-disabled={isBusy} onClick={aside.run}>
        {aside.text}
      </button>
    </span>
  );
}
