/** Where a source is: elsewhere its secrets are not sent unless they are given again. */
export const sourcePlaces: readonly string[] = [
  'host',
  'port',
  'url',
  'endpoint',
  'brokers',
  'schema-registry',
  'protocol',
  'tls',
];
