import type {Column} from '@gazetteer/ui';
import {Link} from '@tanstack/react-router';
import {AssetLink} from '../../entity/asset-link.tsx';
import {domainPath, type TreeLine} from '../../domain/domain-tree.ts';
import type {Domain, Product} from '../../domain/queries.ts';
import {TypeIcon} from '../../entity/type-icon.tsx';
import {writeFacets} from '../search/facet-text.ts';
import {searchLink} from '../search/search-link.ts';
import classes from './domains.module.css';

type Counts = ReadonlyMap<string, string>;

/** In a wide window names stand in by their level. */
const stepRem = 1.25;
/** Deeper ones stand where the eighth level does, or the name would have no room. */
const maxSteps = 8;

/** Domains are a tree in a table, so that their counts stand in line. */
export function domainColumns(
  counts: Counts,
  products: readonly Product[],
): Column<TreeLine<Domain>>[] {
  const productsIn = Map.groupBy(products, one => one.domainGuid ?? '');
  return [
    {
      id: 'name',
      header: 'Name',
      width: 220,
      cell: ({domain, level}) => (
        <Named
          guid={domain.guid}
          name={domain.name}
          typeName="DataDomain"
          indent={Math.min(level, maxSteps) * stepRem}
        />
      ),
    },
    ...sharedColumns<TreeLine<Domain>>(({domain}) => domain),
    {
      id: 'products',
      header: 'Data products',
      width: 125,
      align: 'end',
      cell: ({domain}) => (productsIn.get(domain.guid)?.length ?? 0).toLocaleString(),
    },
    assetsColumn('domain', counts, ({domain}) => domain.guid),
  ];
}

/** Products have no levels; each names its domain instead. */
export function productColumns(counts: Counts, domains: readonly Domain[]): Column<Product>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 220,
      cell: ({guid, name}) => <Named guid={guid} name={name} typeName="DataProduct" />,
    },
    ...sharedColumns<Product>(one => one),
    {
      id: 'domain',
      header: 'Domain',
      width: 160,
      cell: ({domainGuid}) =>
        domainGuid !== undefined && (
          <AssetLink guid={domainGuid} name={domainPath(domains, domainGuid)} />
        ),
    },
    assetsColumn('product', counts, one => one.guid),
  ];
}

/** What domains and products both have. */
function sharedColumns<Row>(of: (row: Row) => Domain | Product): Column<Row>[] {
  return [
    {
      id: 'description',
      header: 'Description',
      width: 180,
      isWide: true,
      cell: row => (
        <span dir="auto" className={classes['text']}>
          {of(row).description}
        </span>
      ),
    },
    {id: 'owner', header: 'Owner', width: 110, cell: row => <bdi>{of(row).owner}</bdi>},
  ];
}

/** How many assets belong to a group, and the search for them. */
function assetsColumn<Row>(
  facet: 'domain' | 'product',
  counts: Counts,
  guidOf: (row: Row) => string,
): Column<Row> {
  return {
    id: 'assets',
    header: 'Assets',
    width: 90,
    align: 'end',
    cell: row => {
      // Groups that nothing belongs to are not among the counted values.
      const count = counts.get(guidOf(row));
      if (count === undefined) return '0';
      return (
        <Link
          to="/search/searchResult"
          search={searchLink({facets: writeFacets({[facet]: [guidOf(row)]})})}
        >
          {count}
        </Link>
      );
    },
  };
}

type NamedProps = {
  readonly guid: string;
  readonly name: string;
  readonly typeName: string;
  readonly indent?: number;
};

/** The name is indented and not the row, so that all columns stand in line. */
function Named({guid, name, typeName, indent = 0}: NamedProps) {
  return (
    <span className={classes['name']} style={{paddingInlineStart: `${indent}rem`}}>
      <TypeIcon typeName={typeName} />
      <AssetLink guid={guid} name={name} />
    </span>
  );
}
