import avro from './avro.json' with {type: 'json'};
import awsCommon from './aws-common.json' with {type: 'json'};
import awsS3 from './aws-s3.json' with {type: 'json'};
import awsS3V2 from './aws-s3-v2.json' with {type: 'json'};
import azureAdls from './azure-adls.json' with {type: 'json'};
import base from './base.json' with {type: 'json'};
import couchbase from './couchbase.json' with {type: 'json'};
import falcon from './falcon.json' with {type: 'json'};
import flink from './flink.json' with {type: 'json'};
import fs from './fs.json' with {type: 'json'};
import gcp from './gcp.json' with {type: 'json'};
import glossary from './glossary.json' with {type: 'json'};
import hbase from './hbase.json' with {type: 'json'};
import hive from './hive.json' with {type: 'json'};
import impala from './impala.json' with {type: 'json'};
import kafka from './kafka.json' with {type: 'json'};
import ml from './ml.json' with {type: 'json'};
import openlineage from './openlineage.json' with {type: 'json'};
import ozone from './ozone.json' with {type: 'json'};
import rdbms from './rdbms.json' with {type: 'json'};
import spark from './spark.json' with {type: 'json'};
import sqoop from './sqoop.json' with {type: 'json'};
import storm from './storm.json' with {type: 'json'};
import trino from './trino.json' with {type: 'json'};
import {expandArea, type Area, type StockTypes} from './expand-area.ts';

export type {StockTypes} from './expand-area.ts';
export {governanceTypeDefs} from './governance-type-defs.ts';

// An area may refer to the ones before it only, so that each can be added on its own.
const areas: Readonly<Record<string, Area>> = {
  base,
  glossary,
  fs,
  hive,
  sqoop,
  falcon,
  hbase,
  avro,
  kafka,
  storm,
  impala,
  spark,
  flink,
  rdbms,
  awsCommon,
  awsS3,
  awsS3V2,
  azureAdls,
  ozone,
  gcp,
  ml,
  couchbase,
  trino,
};

/**
 * The types that every catalog has from its first start, by area: inputs of `planTypeCreate`, as a
 * client would send them.
 */
export function stockTypeDefs(): {area: string; types: StockTypes}[] {
  return Object.entries(areas).map(([area, definition]) => ({area, types: expandArea(definition)}));
}

/**
 * Types of what producers of OpenLineage tell of and no stock type fits. A catalog has them once
 * the first of them has come.
 */
export function openLineageTypeDefs(): StockTypes {
  return expandArea(openlineage);
}
