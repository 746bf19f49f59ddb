import type {TypeIndex} from '../api/type-index.ts';

/** What the names of types begin with, by product. The longest that fits counts. */
const products: readonly (readonly [string, string])[] = [
  ['aws_s3_v2', 'S3 (v2)'],
  ['aws_s3', 'S3'],
  ['adls_gen2', 'ADLS Gen2'],
  ['gcp_storage', 'GCS'],
  ['fs', 'File system'],
];

/** Names that are no words of people, or not those that pages have for them. */
const typeNames: Readonly<Record<string, string>> = {
  AtlasGlossary: 'Glossary',
  AtlasGlossaryCategory: 'Glossary category',
  AtlasGlossaryTerm: 'Glossary term',
  AtlasServer: 'Catalog server',
  DataSet: 'Data set',
  Referenceable: 'Any entity',
  ddl: 'DDL statement',
};

/** Words in the names of types that are short for something. */
const typeWords: Readonly<Record<string, string>> = {
  db: 'database',
  dbdatastore: 'database',
  ddl: 'DDL statement',
  serde: 'SerDe',
  storagedesc: 'storage descriptor',
};

/**
 * Attributes of the stock types whose names tell nothing, or something else; all others are made of
 * their words.
 */
const attributeNames: Readonly<Record<string, string>> = {
  bucketCols: 'Bucket columns',
  contact_info: 'Contact',
  contentMd5: 'MD5',
  createTime: 'Created (source)',
  createtime: 'Created (source)',
  creationTime: 'Created (source)',
  db: 'Database',
  depenendencyType: 'Dependency type',
  eTag: 'ETag',
  endTime: 'Ended',
  execTime: 'Executed',
  inputToProcesses: 'Used by',
  isA: 'Is a',
  lastAccessTime: 'Last accessed',
  lastModifiedTime: 'Last modified',
  meanings: 'Terms',
  modifiedTime: 'Last modified',
  numBuckets: 'Buckets',
  operationType: 'Operation',
  outputFromProcesses: 'Produced by',
  queryText: 'Query',
  sd: 'Storage',
  serdeInfo: 'SerDe',
  sortCols: 'Sort columns',
  startTime: 'Started',
  storedAsSubDirectories: 'Subdirectories',
  userName: 'User',
  clusterName: 'Cluster',
  viewExpandedText: 'Expanded view definition',
  viewOriginalText: 'View definition',
};

/** Words that have capitals wherever they stand in a sentence. */
const spellings = new Map(
  'ACL ADLS API AWS CPU CSV DB DDL DNS ETL GCP GUID HBase HDFS ID IP JDBC JMS JSON MB MD5 ML NFS ODBC POSIX RDBMS S3 SQL TTL URI URL URLs UUID XML'
    .split(' ')
    .map(word => [word.toLowerCase(), word]),
);

/**
 * A name that stands for words. People's own names with spaces, periods or other letters are texts
 * already.
 */
const technical = /^[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*$/;

type Types = Pick<TypeIndex, 'entities' | 'attributesOf' | 'relationshipAttributesOf'>;

/** What pages call a type of entities: `Hive table` for `hive_table`, `Data set` for `DataSet`. */
export function typeLabel(name: string): string {
  const known = typeNames[name];
  if (known !== undefined || !technical.test(name)) return known ?? name;
  const [prefix, product] = products.find(([one]) => name.startsWith(`${one}_`)) ?? ['', ''];
  const rest = name.slice(prefix === '' ? 0 : prefix.length + 1).replace('pseudo_dir', 'prefix');
  const words = wordsOf(rest).map((word, n) =>
    n + prefix.length > 0 ? (typeWords[word.toLowerCase()] ?? word) : word,
  );
  return sentence(product === '' ? words : [product, ...words]);
}

/** What pages call a service of types: `Hive`, `File system`. */
export function serviceLabel(name: string): string {
  return technical.test(name) ? sentence(wordsOf(name)) : name;
}

/**
 * What pages call the attributes of an entity type, relationships included, by their names: as the
 * type's definition has it, or the words of the name. Where two of them would be called the same,
 * both keep their names. Names that people chose for attributes of classifications and business
 * metadata are theirs.
 */
export function attributeLabels(types: Types, typeName: string): (name: string) => string {
  const isEntityType = types.entities.has(typeName);
  const defs = [...types.attributesOf(typeName), ...types.relationshipAttributesOf(typeName)];
  const labels = new Map(
    defs.map(({name, displayName}) => [
      name,
      displayName ?? (isEntityType ? attributeLabel(types, typeName, name) : name),
    ]),
  );
  const names = Map.groupBy(labels.keys(), name => labels.get(name));
  return name => {
    const label = labels.get(name) ?? name;
    return (names.get(label)?.length ?? 0) > 1 ? name : label;
  };
}

function attributeLabel(types: Types, typeName: string, name: string): string {
  // A column has a type in the sense of the database, which is not what pages call the type of an
  // entity.
  if (name === 'type' && /column|field/.test(typeName)) return 'Data type';
  const known = attributeNames[name];
  if (known !== undefined || !technical.test(name)) return known ?? name;
  if (name.includes('_') && types.entities.has(name)) return typeLabel(name);
  const words = wordsOf(name);
  return sentence(words[0] === 'is' && words.length > 1 ? words.slice(1) : words);
}

/** In lower case, but for what is written otherwise; capitals that somebody wrote stay. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[ _-]/)
    .map(
      word =>
        spellings.get(word.toLowerCase()) ??
        (/^[A-Z0-9]{2,}$/.test(word) ? word : word.toLowerCase()),
    );
}

function sentence(words: readonly string[]): string {
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
