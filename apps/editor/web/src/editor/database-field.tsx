import {TextInput} from '@mantine/core';
import {useQuery} from '@tanstack/react-query';
import {Database} from 'lucide-react';
import {useId, useState} from 'react';
import {databasesQuery} from '../api/queries.ts';
import type {Engine} from '../api/wire.ts';
import {startDatabase} from './engines.ts';
import classes from './editor.module.css';

/** Of more names a browser draws no list that anybody could use. */
const maxShown = 1000;

type DatabaseFieldProps = {
  readonly engine: Engine;
  readonly database: string;
  readonly isDisabled?: boolean;
  readonly onChange: (database: string) => void;
};

/** Any name can be written: where names cannot be listed, queries may still run. */
export function DatabaseField({
  engine,
  database,
  isDisabled = false,
  onChange,
}: DatabaseFieldProps) {
  const {data = []} = useQuery(databasesQuery(engine.type));
  const [typed, setTyped] = useState<string>();
  const list = useId();
  const choose = (name: string) => {
    setTyped(undefined);
    if (name.trim() !== '') onChange(name.trim());
  };
  return (
    <>
      <TextInput
        size="xs"
        aria-label="Database"
        className={classes['place']}
        list={list}
        disabled={isDisabled}
        value={typed ?? (database || startDatabase(engine))}
        spellCheck={false}
        autoCapitalize="none"
        // The browser lists only names that have in them what the field has.
        onFocus={() => setTyped('')}
        placeholder={database || startDatabase(engine)}
        onChange={event => {
          const {value} = event.currentTarget;
          if (data.includes(value)) choose(value);
          else setTyped(value);
        }}
        onBlur={() => choose(typed ?? '')}
        onKeyDown={event => event.key === 'Enter' && choose(typed ?? '')}
        leftSection={<Database size={14} />}
      />
      <datalist id={list}>
        {data.slice(0, maxShown).map(name => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
