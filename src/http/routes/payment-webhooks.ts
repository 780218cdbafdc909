import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppServices } from '../../services/app-dependencies.ts';
import { handleProviderMessage } from '../../services/payments/online/handle-provider-message.ts';

/** Bytes of a provider's message. */
const MESSAGE_BYTES_MAX = 262_144;

type Asked = { Params: { provider: string; account: string } };

/**
 * Where payment providers tell that something happened. A message is believed in nothing: it has the payments it names looked at, and
 * whatever it names, the answer is the same. One that is not signed by whom it should be is refused.
 */
export function servePaymentWebhooks(app: FastifyInstance, services: AppServices): void {
  app.register(async (heard) => {
    heard.removeAllContentTypeParsers();
    heard.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MESSAGE_BYTES_MAX }, (_request, bytes, done) =>
      done(null, bytes),
    );
    heard.post<Asked>('/v2/payment-events/:provider/:account', async (request, reply) => {
      const { provider, account } = request.params;
      const message = { provider, account, body: bytesOf(request), signature: signatureOf(request) };
      return reply.code((await handleProviderMessage(services, message)) ? 204 : 404).send();
    });
  });
}

const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));
const signatureOf = ({ headers }: FastifyRequest): string => String(headers['stripe-signature'] ?? '');
