import {Autocomplete, Button, Group, SegmentedControl} from '@mantine/core';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {peopleQuery} from './document-queries.ts';
import type {Grant} from '../api/wire.ts';
import classes from './documents.module.css';

/**
 * Names that the server knows are proposed; others, such as those of a directory, are taken as they
 * are typed.
 */
export function AddPerson({onAdd}: {onAdd: (grant: Grant) => void}) {
  const {data} = useQuery(peopleQuery);
  const [kind, setKind] = useState<'user' | 'group'>('user');
  const [name, setName] = useState('');
  const names = (kind === 'user' ? data?.users : data?.groups) ?? [];
  const add = () => {
    if (name.trim() === '') return;
    onAdd({kind, name: name.trim(), permission: 'read'});
    setName('');
  };
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <SegmentedControl
        size="xs"
        aria-label="Whom to add"
        value={kind}
        onChange={value => setKind(value as 'user' | 'group')}
        data={[
          {value: 'user', label: 'User'},
          {value: 'group', label: 'Group'},
        ]}
      />
      <Autocomplete
        size="xs"
        className={classes['grow']}
        aria-label={kind === 'user' ? 'Name of a user' : 'Name of a group'}
        placeholder={kind === 'user' ? 'Name of a user' : 'Name of a group'}
        data={names.filter(one => one !== data?.me.name)}
        value={name}
        limit={20}
        onChange={setName}
        onKeyDown={event => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <Button size="xs" variant="default" onClick={add} disabled={name.trim() === ''}>
        Add
      </Button>
    </Group>
  );
}
