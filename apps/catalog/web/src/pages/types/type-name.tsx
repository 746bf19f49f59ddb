import {Link} from '@tanstack/react-router';
import {Fragment} from 'react';
import {useTypes} from '../../api/type-index.ts';
import {typeNamed} from './type-kinds.ts';

/** The name of a type, with a link for each type in it that has a page. */
export function TypeName({name}: {name: string}) {
  const types = useTypes();
  return (
    <bdi>
      {/* The signs between stay where they are. */}
      {name.split(/([<>,])/).map((part, n) => {
        const inner = part.trim();
        if (inner === '' || typeNamed(types, inner) === undefined)
          return <Fragment key={n}>{part}</Fragment>;
        return (
          <Link key={n} to="/types/$name" params={{name: inner}}>
            {inner}
          </Link>
        );
      })}
    </bdi>
  );
}

/** Several, with commas between. */
export function TypeNames({names}: {readonly names: readonly string[]}) {
  return names.map((name, n) => (
    <span key={name}>
      {n > 0 && ', '}
      <TypeName name={name} />
    </span>
  ));
}
