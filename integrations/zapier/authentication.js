'use strict';

/** The address of an operation on the user's own server. */
const at = (bundle, path) => `${serverOf(bundle)}${path}`;

function serverOf({ authData }) {
  const server = String(authData.serverUrl ?? '')
    .trim()
    .replace(/\/+$/, '');
  if (!/^https:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/.test(server)) {
    throw new Error("The server address must begin with https:// / L'adresse du serveur doit commencer par https://");
  }
  return server;
}

/** The key goes to the user's server and nowhere else. */
function carryKey(request, _z, bundle) {
  if (!request.url.startsWith(`${serverOf(bundle)}/`)) return request;
  const { apiKey, language } = bundle.authData;
  request.headers = {
    ...request.headers,
    Authorization: `Bearer ${apiKey}`,
    'Accept-Language': language || 'fr',
  };
  return request;
}

/** Proves address and key; the connection is named by the company they lead to. */
async function test(z, bundle) {
  const { data } = await z.request({ url: at(bundle, '/v2/company/me') });
  if (typeof data?.company?.id !== 'string') {
    throw new z.errors.Error('There is no Facturier at this address', 'NoFacturier', 404);
  }
  const { commercialName, isInTestMode } = data.company;
  const name = data.settings?.name || commercialName;
  return { company: isInTestMode ? `${name} (test)` : name };
}

const authentication = {
  type: 'custom',
  test,
  connectionLabel: '{{company}}',
  fields: [
    {
      key: 'serverUrl',
      label: 'Server Address',
      type: 'string',
      required: true,
      helpText:
        'Where your Facturier answers, such as https://facturier.example.com. It must be reachable from the internet.',
    },
    {
      key: 'apiKey',
      label: 'API Key',
      type: 'password',
      required: true,
      helpText: 'Begins with fk_live_ or fk_test_. A test key makes test documents and hears test events alone.',
    },
    {
      key: 'language',
      label: 'Language',
      type: 'string',
      required: false,
      default: 'fr',
      choices: { fr: 'Français', en: 'English' },
      helpText: 'Of the names of events and of the reasons given when something is refused.',
    },
  ],
};

module.exports = { at, authentication, carryKey };
