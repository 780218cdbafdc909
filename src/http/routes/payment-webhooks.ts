import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppServices } from '../../services/app-dependencies.ts';
import { handleProviderMessage } from '../../services/payments/online/handle-provider-message.ts';

/** Maximum bytes of a provider's message. */
const MESSAGE_BYTES_MAX = 262_144;

type Asked = { Params: { provider: string; account: string } };

/**
 * Receives webhooks of payment providers. The content is not trusted: it only triggers a check of
 * the payments it names, and the response is always the same. Messages with a wrong signature are
 * refused.
 */
export function servePaymentWebhooks(app: FastifyInstance, services: AppServices): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MESSAGE_BYTES_MAX }, (_request, bytes, done) =>
      done(null, bytes),
    );
    scope.post<Asked>('/v2/payment-events/:provider/:account', async (request, reply) => {
      const { provider, account } = request.params;
      const message = { provider, account, body: bytesOf(request), signature: signatureOf(request) };
      return reply.code((await handleProviderMessage(services, message)) ? 204 : 404).send();
    });
  });
}

const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));
const signatureOf = ({ headers }: FastifyRequest): string => String(headers['stripe-signature'] ?? '');
