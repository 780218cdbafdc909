/** What a list needs to load more rows. */
export type More = {
  readonly isLoading: boolean;
  /**
   * The last request failed: only the button retries, so that an unavailable service is not
   * hammered.
   */
  readonly hasFailed: boolean;
  /**
   * Safe to call before `isLoading` is updated. Resolves when the request ends; resolves without
   * rows if another request is in flight.
   */
  readonly load: () => Promise<unknown>;
};

type PagedQuery = {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<unknown>;
};

/** Pagination state of a list; undefined at its end. */
export const nextPageOf = (paged: PagedQuery): More | undefined =>
  paged.hasNextPage
    ? {
        isLoading: paged.isFetchingNextPage,
        hasFailed: paged.isFetchNextPageError,
        load: () => paged.fetchNextPage({ cancelRefetch: false }),
      }
    : undefined;
