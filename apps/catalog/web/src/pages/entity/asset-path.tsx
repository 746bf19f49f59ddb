import {useQuery} from '@tanstack/react-query';
import {Link} from '@tanstack/react-router';
import {ChevronRight} from 'lucide-react';
import {AssetLink} from '../../entity/asset-link.tsx';
import {pathQuery} from '../../api/queries.ts';
import {type TypeIndex, useTypes} from '../../api/type-index.ts';
import type {Entity} from '../../api/wire.ts';
import {serviceLabel} from '../../entity/display-name.ts';
import {nameOf} from '../../entity/name-of.ts';
import {TypeIcon} from '../../entity/type-icon.tsx';
import {searchLink} from '../search/search-link.ts';
import classes from './entity.module.css';

/** Where the asset is: its source, then what contains it, each a link. */
export function AssetPath({entity}: {entity: Entity}) {
  const types = useTypes();
  // Not waited for: the page is there without it, and has room for a line.
  const {data: path = []} = useQuery(pathQuery(entity.guid));
  const outermost = path[0]?.typeName ?? entity.typeName;
  const service = serviceOf(types, entity.typeName);
  return (
    <nav aria-label="Path" className={classes['path']}>
      <ol>
        {service !== undefined && (
          <li>
            <Link to="/search/searchResult" search={searchLink({type: outermost})}>
              {serviceLabel(service)}
            </Link>
          </li>
        )}
        {path.map(one => (
          <li key={one.guid}>
            <ChevronRight size={14} aria-hidden />
            <TypeIcon typeName={one.typeName} size={14} />
            <AssetLink guid={one.guid} name={nameOf(one)} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

/**
 * What the types of the asset are from, such as Hive; the catalog's own base types are from
 * nowhere.
 */
function serviceOf(types: TypeIndex, typeName: string): string | undefined {
  const service = types.entities.get(typeName)?.serviceType;
  return service === undefined || service === '' || service === 'atlas_core' ? undefined : service;
}
