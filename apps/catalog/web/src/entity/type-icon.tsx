import {
  BookText,
  Box,
  Boxes,
  BrainCircuit,
  Cog,
  Columns3,
  Component,
  Database,
  File,
  Folder,
  HardDrive,
  type LucideIcon,
  Network,
  Package,
  Radio,
  Server,
  Table2,
  View,
} from 'lucide-react';

/**
 * By what the name of a type says; the first that fits. Processes come first: a `hive_process` has
 * no other word in it, a `spark_column_lineage` has two.
 */
const icons: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^DataDomain$/, Component],
  [/^DataProduct$/, Package],
  [/process|job|query|task|load|etl|lineage|operation|execution|topology|bolt|spout/i, Cog],
  [/column|field|qualifier/i, Columns3],
  [/view/i, View],
  [/table|dataset|feed/i, Table2],
  [/(^|_)db$|database|schema|keyspace|namespace/i, Database],
  [/bucket|volume|storage|container/i, HardDrive],
  [/path|dir|folder/i, Folder],
  [/file|object|document/i, File],
  [/topic|stream|queue/i, Radio],
  [/server|instance|cluster|host|account/i, Server],
  [/model|ml_|experiment/i, BrainCircuit],
  [/glossary|term/i, BookText],
  [/service|application/i, Network],
  [/collection|index/i, Boxes],
];

/**
 * A picture by what the name of a type tells, such as “table”; types are the user's own, so there
 * is no list of all of them.
 */
export function TypeIcon({typeName, size = 16}: {typeName: string; size?: number}) {
  const Icon = icons.find(([pattern]) => pattern.test(typeName))?.[1] ?? Box;
  return (
    <Icon
      size={size}
      strokeWidth={1.75}
      aria-hidden
      style={{flex: 'none', color: 'var(--mantine-color-dimmed)'}}
    />
  );
}
