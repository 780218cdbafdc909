import { basePath } from '../client/base-path.ts';

const LOOK_MS = 1_000;

/** Reloads the page after each build, during development. */
export function reloadOnBuild(): void {
  let shown: string | undefined;
  setInterval(async () => {
    const answer = await fetch(`${basePath}/app/built.txt`).catch(() => undefined);
    if (!answer?.ok) return;
    const built = await answer.text();
    if (shown !== undefined && built !== shown) location.reload();
    shown = built;
  }, LOOK_MS);
}
