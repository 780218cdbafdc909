import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  Icon,
  INodeProperties,
} from 'n8n-workflow';

/** Where the service is, and the key that opens it. */
export class FacturierApi implements ICredentialType {
  name = 'facturierApi';

  displayName = 'Facturier API';

  icon: Icon = { light: 'file:../icons/facturier.svg', dark: 'file:../icons/facturier.dark.svg' };

  documentationUrl = 'https://github.com/facturier/facturier/tree/main/integrations/n8n#readme';

  properties: INodeProperties[] = [
    {
      displayName: 'Server Address',
      name: 'serverUrl',
      type: 'string',
      default: 'https://localhost:8443',
      required: true,
      description: 'The address at which your Facturier answers, without /v2',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'Begins with fk_live_ or fk_test_; a test key makes test documents and hears test events alone',
    },
    {
      displayName: 'Language',
      name: 'language',
      type: 'options',
      options: [
        { name: 'English', value: 'en' },
        { name: 'Français', value: 'fr' },
      ],
      default: 'fr',
      description: 'Of the names of events and of the reasons the service gives when it refuses',
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: {
      headers: { Authorization: '=Bearer {{$credentials.apiKey}}' },
    },
  };

  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{$credentials.serverUrl.replace(/\\/+$/, "")}}',
      url: '/v2/company/me',
    },
  };
}
