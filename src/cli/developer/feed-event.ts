/** An event in the feed: the body that webhooks receive. */
export type FeedEvent = Readonly<Record<string, unknown>> & {
  readonly event: { readonly id: string; readonly type: string; readonly label: string; readonly occurredAt: string };
};

/** The record an event is about: its id and display name. */
export function subjectOf(feedEvent: FeedEvent): { id: string; name: string } {
  const [sort = ''] = feedEvent.event.type.split('.');
  const subject = (feedEvent[sort] ?? feedEvent.billing ?? {}) as Readonly<Record<string, unknown>>;
  const textOf = (member: string): string => {
    const value = subject[member];
    return typeof value === 'string' ? value : '';
  };
  const names = ['number', 'title', 'name', 'designation', 'lastname', 'url'].map(textOf);
  return { id: textOf('id'), name: names.find((name) => name !== '') ?? '' };
}

/** `14:05:12  invoice.finalized  TEST-F-2026-0001  018f…`, in local time. */
export function lineOf(feedEvent: FeedEvent): string {
  const { id, type, occurredAt } = feedEvent.event;
  const time = new Date(occurredAt).toTimeString().slice(0, 'hh:mm:ss'.length);
  const { name, id: subjectId } = subjectOf(feedEvent);
  return [time, type, name || subjectId, id].join('  ');
}
