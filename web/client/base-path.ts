/**
 * The path of PUBLIC_URL, written into the page by the service; empty at the root of a host. Every
 * URL of the service starts with it.
 */
export const basePath = globalThis.document?.documentElement.dataset.path ?? '';
