import type { Answered, Ask } from './http-client.ts';

type Client = { ask: (path: string, asked?: Ask) => Promise<Answered> };

/** A browser of one person: it keeps cookies, and sends what a page of the service sends. */
export function browser({ ask }: Client, more: { headers?: Record<string, string> } = {}) {
  const cookies = new Map<string, string>();
  let csrf: string | undefined;
  const send = async (path: string, asked: Ask = {}): Promise<Answered> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answered = await ask(path, {
      ...asked,
      key: '',
      headers: {
        ...more.headers,
        ...(cookie && { cookie }),
        ...(csrf && { 'facturier-csrf': csrf }),
        ...asked.headers,
      },
    });
    for (const set of [answered.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    csrf = answered.json?.csrf ?? answered.json?.me?.csrf ?? csrf;
    return answered;
  };
  return {
    ask: send,
    cookies,
    csrf: () => csrf,
    signIn: (email: string, password: string, code?: string) =>
      send('/v2/person/sign-in', { body: { email, password, ...(code !== undefined && { code }) } }),
  };
}

export type Browser = ReturnType<typeof browser>;
