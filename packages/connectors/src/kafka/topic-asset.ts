import type {Topic} from '@gazetteer/events/kafka';
import {ref, type Asset, type Body} from '../connector.ts';
import type {RegisteredSchema} from './schema-registry.ts';

export function topicAsset(
  {name, partitions, replicas, settings}: Topic,
  cluster: string,
  schema: RegisteredSchema | undefined,
): Asset {
  const qualifiedName = `${name}@${cluster}`;
  const milliseconds = Number(settings.get('retention.ms') ?? -1);
  const bytes = Number(settings.get('retention.bytes') ?? -1);
  const policy = settings.get('cleanup.policy');
  return {
    within: [],
    main: {
      typeName: 'kafka_topic',
      attributes: {
        qualifiedName,
        name,
        topic: name,
        uri: name,
        partitionCount: partitions,
        replicationFactor: replicas,
        // Without end there is nothing to say.
        desiredRetentionInHrs: milliseconds < 0 ? null : Math.round(milliseconds / 3_600_000),
        retentionBytesLocal: bytes < 0 ? null : bytes,
      },
      properties: policy === undefined ? {} : {cleanup_policy: policy},
    },
    parts: [],
    links: schema === undefined ? [] : [schemaBody(schema, qualifiedName, cluster)],
  };
}

function schemaBody(schema: RegisteredSchema, topic: string, cluster: string): Body {
  const {name, namespace} = namesIn(schema);
  return {
    typeName: 'avro_schema',
    attributes: {
      qualifiedName: `${topic.slice(0, -cluster.length - 1)}#${schema.subject}@${cluster}`,
      name: name ?? schema.subject,
      namespace: namespace ?? '',
      type: schema.kind.toLowerCase(),
      avro_notation: schema.text,
      versionId: schema.version,
      kafka_topics_references: [ref('kafka_topic', topic)],
    },
  };
}

/** Of Avro the record has a name; other kinds are called by their subject. */
function namesIn({kind, text}: RegisteredSchema): {
  name?: string | undefined;
  namespace?: string | undefined;
} {
  if (kind !== 'AVRO') return {};
  const {name, namespace} = JSON.parse(text) as {name?: string; namespace?: string};
  return {name, namespace};
}
