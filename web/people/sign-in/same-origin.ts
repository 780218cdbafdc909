/** Whether an address is one of this service: a link from elsewhere leads nowhere else. */
export const isOwn = (address: string | undefined): address is string => /^\/(?![/\\])/.test(address ?? '');
