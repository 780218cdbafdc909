const LOOK_MS = 1_000;

/** Loads the page anew once it was built anew: while one works on the pages. */
export function reloadOnBuild(): void {
  let shown: string | undefined;
  setInterval(async () => {
    const answer = await fetch('/app/built.txt').catch(() => undefined);
    if (!answer?.ok) return;
    const built = await answer.text();
    if (shown !== undefined && built !== shown) location.reload();
    shown = built;
  }, LOOK_MS);
}
