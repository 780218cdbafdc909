import type { FastifyInstance } from 'fastify';
import { type Scope, scopes } from '../../domain/account/scope.ts';

const AT = '/.well-known/oauth-protected-resource';

/** Where a client learns what `/mcp` asks for. */
export const mcpMetadataUrl = (publicUrl: string): string => `${publicUrl}${AT}/mcp`;

/** The addresses that say it. */
export const metadataPaths = [AT, `${AT}/mcp`] as const;

/**
 * Tells clients without a key what the service is and which scopes it knows (RFC 9728), as a whole and for its tools.
 * No authorization server is named: keys are made by their owner (decision 0016).
 */
export function serveResourceMetadata(
  app: FastifyInstance,
  given: { serviceName: string; toolScopes: ReadonlySet<Scope> },
): void {
  const { serviceName, toolScopes } = given;
  app.get(AT, async (_request, reply) =>
    reply.send(metadata(app.publicUrl, { resource: app.publicUrl, serviceName, scopes })),
  );
  app.get(`${AT}/mcp`, async (_request, reply) =>
    reply.send(
      metadata(app.publicUrl, {
        resource: `${app.publicUrl}/mcp`,
        serviceName,
        scopes: scopes.filter((scope) => toolScopes.has(scope)),
      }),
    ),
  );
}

const metadata = (
  publicUrl: string,
  given: { resource: string; serviceName: string; scopes: readonly Scope[] },
): Record<string, unknown> => ({
  resource: given.resource,
  resource_name: given.serviceName,
  scopes_supported: given.scopes,
  bearer_methods_supported: ['header'],
  resource_documentation: `${publicUrl}/docs`,
});
