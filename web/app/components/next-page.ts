/** What a list needs to go on by itself. */
export type More = {
  readonly isLoading: boolean;
  /** The rows that were asked for last did not come: they are asked for again by the button alone, so that a service that is away is left alone. */
  readonly hasFailed: boolean;
  /** May be asked again before it is told to be loading. Resolves when it has ended; no rows came where others were being read meanwhile. */
  readonly load: () => Promise<unknown>;
};

type Paged = {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<unknown>;
};

/** How a list that is read page after page goes on; undefined where it has ended. */
export const nextPageOf = (paged: Paged): More | undefined =>
  paged.hasNextPage
    ? {
        isLoading: paged.isFetchingNextPage,
        hasFailed: paged.isFetchNextPageError,
        load: () => paged.fetchNextPage({ cancelRefetch: false }),
      }
    : undefined;
