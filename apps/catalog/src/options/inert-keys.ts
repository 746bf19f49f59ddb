import type {OptionTable} from '@gazetteer/settings';

/**
 * Keys of the reference product that an existing properties file may hold and that change nothing
 * here: each gets one line at start instead of a warning about an unknown key. A prefix ends with a
 * dot.
 */
export const inertKeys: OptionTable['inert'] = [
  {keys: ['editor.'], why: ''},
  {
    keys: [
      'atlas.graph.storage.',
      'atlas.graph.cache.',
      'atlas.graph.graph.',
      'atlas.graph.ids.',
      'atlas.graph.query.',
    ],
    why: 'the store is built in, or named by atlas.graph.storage.url',
  },
  {
    keys: ['atlas.graph.index.', 'atlas.graphstore.', 'atlas.search.', 'atlas.solr.'],
    why: 'the search index is part of the store',
  },
  {
    keys: ['atlas.kafka.', 'atlas.notification.', 'atlas.hook.'],
    why: 'messages are sent and processed as the options under Notifications say, which need none of the rest',
  },
  {
    keys: ['atlas.EntityAuditRepository.', 'atlas.audit.', 'atlas.entity.audit.', 'atlas.hbase.'],
    why: 'audit records are written into the store',
  },
  {
    keys: ['xasecure.audit.'],
    why: 'requests are recorded through a spool on disk of its own',
  },
  {
    keys: [
      'atlas.webserver.',
      'atlas.jetty.',
      'atlas.server.run.setup.on.start',
      'atlas.rest.address',
    ],
    why: 'the web server is built in and needs no thread pool',
  },
  {
    keys: ['atlas.server.ha.', 'atlas.server.ids', 'atlas.server.address.', 'atlas.client.ha.'],
    why: 'this server runs alone',
  },
  {
    keys: ['cert.stores.credential.provider.path'],
    why: 'the pass phrase of keystore.file is keystore.password, such as file:/run/secrets/keystore',
  },
  {
    keys: ['atlas.ssl.', 'keystore.', 'truststore.'],
    why: 'protocols before TLS 1.2 and weak ciphers are never spoken',
  },
  {
    keys: ['atlas.authentication.', 'atlas.proxyusers', 'atlas.sso.', 'atlas.jwt.'],
    why: 'this way to log in is not served',
  },
  {
    keys: ['atlas.authorizer.', 'ranger.'],
    why: 'who may do what says the policy file alone',
  },
  {
    keys: ['atlas.tasks.', 'atlas.metric.', 'atlas.debug.metrics.enabled', 'atlas.purge.'],
    why: 'propagation is done when a request answers, and metrics are always current and always measured',
  },
  {
    keys: [
      'atlas.lineage.query.',
      'atlas.relationship.search.enabled',
      'atlas.relationships.',
      'atlas.glossary.',
    ],
    why: 'relationship search is always on, and the others choose among parts that do not exist here',
  },
  {
    keys: [
      'atlas.classification.',
      'atlas.custom.attribute.special.prefix',
      'atlas.entity.',
      'atlas.unique.index.property.to.find.entity',
      'atlas.skip.check.for.parent.child.attribute.name',
    ],
    why: 'the default behaviour is fixed',
  },
  {
    keys: [
      'atlas.rebuild.index',
      'atlas.process.',
      'atlas.update.composite.index.status',
      'atlas.patch.',
      'atlas.migration.',
      'atlas.dsl.',
      'atlas.async.import.',
      'write.ahead.log.ttl.in.hours',
    ],
    why: 'it repairs or tunes parts that do not exist here',
  },
];
