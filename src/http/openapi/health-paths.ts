import type { Components } from './components.ts';
import { commonErrorResponse } from './error-responses.ts';
import type { Json } from './json-type.ts';

/** The monitoring chapter. */
export const HEALTH = {
  name: 'Health',
  description: 'For monitoring: needs no key and reveals no data.',
};

const healthAnswer = (description: string, status: string): Json => ({
  description,
  content: {
    'application/json': {
      schema: { type: 'object', properties: { status: { type: 'string', enum: [status] } }, required: ['status'] },
      example: { status },
    },
  },
});

/** Endpoints for monitoring. */
export const healthPaths = (components: Components): Json => ({
  '/health/live': {
    get: {
      operationId: 'health-live',
      summary: 'Whether the process answers',
      tags: [HEALTH.name],
      security: [],
      responses: { 200: healthAnswer('It does.', 'live') },
    },
  },
  '/health/ready': {
    get: {
      operationId: 'health-ready',
      summary: 'Whether the service can do its work',
      tags: [HEALTH.name],
      security: [],
      responses: {
        200: healthAnswer('Migrations are in, the database answers, and a write would not fail.', 'ready'),
        503: commonErrorResponse(503, components),
      },
    },
  },
});
