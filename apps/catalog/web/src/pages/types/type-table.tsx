import type {TypeCategory} from '@gazetteer/model';
import {type Column, DataTable} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {Link, useNavigate} from '@tanstack/react-router';
import {metricsQuery} from '../../api/queries.ts';
import {categoryNames, countsOf} from './type-kinds.ts';
import {type AnyType, attributesIn, superTypesIn} from './type-parts.ts';
import {TypeNames} from './type-name.tsx';

/**
 * Types of one category. Each category has columns of its own, and so a layout of its own that is
 * kept in the browser. Only of entities and classifications does the server count who has them.
 */
export function TypeTable({defs, category}: {defs: readonly AnyType[]; category: TypeCategory}) {
  const navigate = useNavigate();
  const {data} = useSuspenseQuery(metricsQuery).data;
  const counts = countsOf(data, category);
  const name: Column<AnyType> = {
    id: 'name',
    header: 'Name',
    width: 260,
    cell: def => (
      <Link to="/types/$name" params={{name: def.name}}>
        <bdi>{def.name}</bdi>
      </Link>
    ),
  };
  const description: Column<AnyType> = {
    id: 'description',
    header: 'Description',
    width: 320,
    // Types without a description get their name for one.
    cell: def => <span dir="auto">{def.description === def.name ? '' : def.description}</span>,
  };
  const columns = [
    name,
    ...(counts === undefined
      ? []
      : [
          {
            id: 'count',
            header: 'Entities',
            width: 100,
            align: 'end',
            cell: count(counts),
          } as Column<AnyType>,
        ]),
    ...columnsOf(category),
    {id: 'service', header: 'Service', width: 120, cell: (def: AnyType) => def.serviceType ?? ''},
    description,
  ];
  return (
    <DataTable
      label={categoryNames[category].many}
      name={`types.${category}`}
      columns={columns}
      rows={defs}
      rowKey={def => def.name}
      onOpen={def => void navigate({to: '/types/$name', params: {name: def.name}})}
    />
  );
}

function count(counts: Readonly<Record<string, number>>) {
  return (def: AnyType) => (counts[def.name] ?? 0).toLocaleString();
}

function columnsOf(category: TypeCategory): readonly Column<AnyType>[] {
  const attributes: Column<AnyType> = {
    id: 'attributes',
    header: 'Attributes',
    width: 110,
    align: 'end',
    cell: def => attributesIn(def).length.toLocaleString(),
  };
  // What tells types of a kind from each other.
  switch (category) {
    case 'ENTITY':
    case 'CLASSIFICATION':
      return [
        attributes,
        {
          id: 'super',
          header: 'Supertypes',
          width: 220,
          cell: def => <TypeNames names={superTypesIn(def)} />,
        },
      ];
    case 'RELATIONSHIP':
      return [
        {
          id: 'ends',
          header: 'Between',
          width: 320,
          cell: def =>
            'endDef1' in def ? <TypeNames names={[def.endDef1.type, def.endDef2.type]} /> : '',
        },
        {
          id: 'kind',
          header: 'Kind',
          width: 140,
          cell: def => ('endDef1' in def ? def.relationshipCategory.toLowerCase() : ''),
        },
      ];
    case 'ENUM':
      return [
        {
          id: 'elements',
          header: 'Values',
          width: 320,
          cell: def => (
            <bdi>
              {'elementDefs' in def ? def.elementDefs.map(one => one.value).join(', ') : ''}
            </bdi>
          ),
        },
      ];
    default:
      return [attributes];
  }
}
