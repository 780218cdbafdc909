/** Hosts that all refer to this machine, some only in unusual notations. */
const LOOPBACK = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.0.0.1.',
    '127.255.255.254',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0x7f.1',
  ],
  ...['0177.0.0.1', '017700000001', '0177.1', '0x7F.0x0.0x0.0x1', '①②⑦.⓪.⓪.①', '127。0。0。1', '１２７.0.0.1'],
  ...['0.0.0.0', '0', '0x0', '00', '[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[0000:0000::0001]'],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:7f00:1]', '[::FFFF:127.0.0.1]'],
];

/**
 * Other addresses that must not be reached: private, link-local, metadata, shared, translated,
 * tunnelled, reserved.
 */
const INWARD = [
  ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '3232235777', '0xc0a80001'],
  ...[
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '169.254.170.2',
    '[::ffff:169.254.169.254]',
  ],
  ...['100.64.0.1', '100.100.100.200', '100.127.255.255', '192.0.0.192', '[fd00:ec2::254]', '[fd20:ce::254]'],
  ...[
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::a9fe:a9fe]',
    '[64:ff9b::8.8.8.8]',
    '[64:ff9b:1::7f00:1]',
    '[::ffff:0:127.0.0.1]',
  ],
  ...['[2002:7f00:1::]', '[2002:a9fe:a9fe::1]', '[2001:0:7f00:1::]', '[::127.0.0.1]', '[::7f00:1]', '[::a9fe:a9fe]'],
  ...[
    '[fe80::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[ff02::1]',
    '[100::1]',
    '[2001:db8::1]',
    '[3fff::1]',
    '[5f00::1]',
    '[4000::1]',
  ],
  ...[
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '192.88.99.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
  ],
];

/** Names and their DNS answers, in order; the last answer repeats. */
export const NAMES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  localhost: [['127.0.0.1']],
  'localhost.': [['127.0.0.1']],
  'a.localhost': [['::1']],
  'inward.example': [['127.0.0.1']],
  'inward6.example': [['::1']],
  'mapped.example': [['::ffff:127.0.0.1']],
  'unspecified.example': [['0.0.0.0']],
  'beside.example': [['8.8.8.8', '127.0.0.1']],
  'metadata.google.internal': [['169.254.169.254']],
  'zone.example': [['fe80::1%lo']],
  'nonsense.example': [['not an address']],
};

export type Hostile = { url: string; isLocal: boolean };

/** All of them, with and without TLS, at the port of the canary server. */
export const hostileUrls = (port: number): Hostile[] =>
  ['https', 'http'].flatMap((scheme) => [
    ...LOOPBACK.map((host) => ({ url: `${scheme}://${host}:${port}/`, isLocal: true })),
    ...['example.com', 'example.com:443', '%65xample.com'].map((user) => ({
      url: `${scheme}://${user}@127.0.0.1:${port}/`,
      isLocal: true,
    })),
    ...INWARD.map((host) => ({ url: `${scheme}://${host}:${port}/`, isLocal: false })),
    ...Object.keys(NAMES).map((host) => ({
      url: `${scheme}://${host}:${port}/`,
      isLocal: /^(localhost|inward\.|mapped)/.test(host),
    })),
  ]);
