/** The number of the page after those that came, as long as they hold less than there is; `held` says how many rows one holds. */
export function nextPage<P extends { readonly totalDocs: number }>(
  pages: readonly P[],
  held: (page: P) => number,
): number | undefined {
  const last = pages.at(-1);
  const shown = pages.reduce((all, page) => all + held(page), 0);
  return last && held(last) > 0 && shown < last.totalDocs ? pages.length + 1 : undefined;
}
