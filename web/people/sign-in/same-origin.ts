/** Whether an address belongs to this service: prevents redirects to other sites. */
export const isOwn = (address: string | undefined): address is string => /^\/(?![/\\])/.test(address ?? '');
