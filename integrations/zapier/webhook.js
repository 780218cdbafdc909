'use strict';

const { at } = require('./authentication');
const { accepted } = require('./refusals');
const { isSigned } = require('./signature');

/** Events shown while a Zap is set up. */
const SHOWN_MAX = 3;

/** Asks the service to send these events to the Zap. What is answered here comes back as `bundle.subscribeData`. */
async function subscribe(z, bundle, events) {
  const url = at(bundle, '/v2/webhooks');
  const form = { url: bundle.targetUrl, events, source: 'zapier', isActivated: true };
  const { data: made } = await z.request({ url, method: 'POST', body: form });
  if (made.secret) return { id: made.id, secret: made.secret };
  // One that was there already does not tell its secret: it gets a new one.
  const { data: rotated } = await z.request({ url: `${url}/${made.id}/rotate-secret`, method: 'POST' });
  return { id: rotated.id, secret: rotated.secret };
}

/** A webhook that is gone already is as good as one that is deleted. */
async function unsubscribe(z, bundle) {
  const url = at(bundle, `/v2/webhooks/${bundle.subscribeData.id}`);
  const response = await z.request({ url, method: 'DELETE', skipThrowForStatus: true });
  if (response.status !== 404) accepted(response, z);
  return {};
}

/**
 * The event that came, as a list of one, or of none where it is not among `events`: a try of the webhook starts no Zap.
 * Where Zapier hands over the raw request, what the service did not sign is refused.
 */
function receive(z, bundle, events) {
  const { rawRequest, cleanedRequest, subscribeData } = bundle;
  const isRaw = typeof rawRequest?.content === 'string' && rawRequest.headers !== undefined;
  if (isRaw && subscribeData?.secret && !isSigned(rawRequest, subscribeData.secret, Math.floor(Date.now() / 1000))) {
    throw new z.errors.Error('The signature of this event is not right', 'BadSignature', 401);
  }
  const body = isRaw ? JSON.parse(rawRequest.content) : cleanedRequest;
  return events.includes(body.event.type) ? [shown(body)] : [];
}

/** The latest events, the newest first, in the shape in which they come; a sample where nothing has happened yet. */
async function latest(z, bundle, events) {
  const url = at(bundle, '/v2/events');
  const params = { type: events, limit: SHOWN_MAX, orderDirection: 'DESC' };
  const { docs } = (await z.request({ url, params })).data;
  if (docs.length > 0) return docs.map(shown);
  const described = await z.request({ url: at(bundle, '/v2/event-types'), params: { type: events } });
  return described.data.docs.slice(0, 1).map(({ sample }) => shown(sample));
}

/** Zapier knows a thing by its `id`. */
const shown = (body) => ({ id: body.event.id, ...body });

module.exports = { latest, receive, subscribe, unsubscribe };
