import {governanceGroups} from '@gazetteer/model/asset';
import {useTypes} from '../api/type-index.ts';
import {Nothing} from './nothing.tsx';
import {Tree} from './tree.tsx';

/** Business metadata with their attributes. */
export function BusinessMetadataSection() {
  const types = useTypes();
  const nodes = [...types.businessMetadata.values()]
    // Those have pages and fields of their own.
    .filter(def => !governanceGroups.has(def.name))
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(def => ({id: def.guid, label: def.name, count: def.attributeDefs.length}));
  return (
    <Tree
      name="business-metadata"
      label="business metadata"
      nodes={nodes}
      empty={<Nothing>No business metadata yet.</Nothing>}
      link={(node, content, className) => (
        <a href={`#!/administrator/businessMetadata/${node.id}`} className={className}>
          {content}
        </a>
      )}
    />
  );
}
