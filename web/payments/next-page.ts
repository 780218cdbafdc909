/** The number of the next page, if there is one; `held` counts the rows of a page. */
export function nextPage<P extends { readonly totalDocs: number }>(
  pages: readonly P[],
  held: (page: P) => number,
): number | undefined {
  const last = pages.at(-1);
  const shown = pages.reduce((all, page) => all + held(page), 0);
  return last && held(last) > 0 && shown < last.totalDocs ? pages.length + 1 : undefined;
}
