import type { FastifyInstance } from 'fastify';
import { type Scope, scopes } from '../../domain/account/scope.ts';

const AT = '/.well-known/oauth-protected-resource';

/** URL of the OAuth protected-resource metadata for `/mcp`. */
export const mcpMetadataUrl = (publicUrl: string): string => `${publicUrl}${AT}/mcp`;

/** Paths that serve the metadata. */
export const metadataPaths = [AT, `${AT}/mcp`] as const;

/**
 * Serves OAuth protected-resource metadata (RFC 9728): the service and its scopes, for the API and
 * for MCP. No authorization server is listed, because account owners create keys themselves
 * (decision 0016).
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
