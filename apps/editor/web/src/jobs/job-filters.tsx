import {NativeSelect, Switch, TextInput} from '@mantine/core';
import {useDebouncedCallback} from '@mantine/hooks';
import {IconButton, useStored} from '@gazetteer/ui';
import {useQueryClient} from '@tanstack/react-query';
import {RefreshCw, Search, User} from 'lucide-react';
import {useState} from 'react';
import {go} from '../place.ts';
import {jobAddress, type JobLink, times} from './job-link.ts';
import classes from './jobs.module.css';

export type StateChoice = {readonly value: string; readonly label: string};

type JobFiltersProps = {
  readonly link: JobLink;
  readonly states: readonly StateChoice[];
  readonly hasUser: boolean;
  readonly hasTime: boolean;
  /** A switch for what belongs to everybody. */
  readonly hasAll: boolean;
  readonly isFetching: boolean;
  readonly refresh: Refresh;
};

const typedMs = 300;

/** Which ones to show. All of it stands in the address. */
export function JobFilters({
  link,
  states,
  hasUser,
  hasTime,
  hasAll,
  isFetching,
  refresh,
}: JobFiltersProps) {
  const change = (fields: Partial<JobLink>) =>
    go(jobAddress({...link, page: 1, ...fields}), {replace: true});
  return (
    <div className={classes['tools']} role="search" aria-label="Filter the jobs">
      <TypedField
        label="Part of a name or id"
        value={link.text}
        icon={<Search size={14} />}
        onChange={text => change({text})}
      />
      {hasUser && (
        <TypedField
          label="User"
          value={link.user}
          icon={<User size={14} />}
          onChange={user => change({user})}
        />
      )}
      <NativeSelect
        size="xs"
        aria-label="State"
        value={link.state}
        data={[{value: '', label: 'Any state'}, ...states]}
        onChange={event => change({state: event.currentTarget.value})}
      />
      {hasTime && (
        <NativeSelect
          size="xs"
          aria-label="Started"
          value={link.time}
          data={Object.entries(times).map(([value, {label}]) => ({value, label}))}
          onChange={event => change({time: event.currentTarget.value})}
        />
      )}
      {hasAll && (
        <Switch
          size="xs"
          label="All users"
          checked={link.all}
          onChange={event => change({all: event.currentTarget.checked})}
        />
      )}
      <Refresher refresh={refresh} isFetching={isFetching} />
    </div>
  );
}

/** What is typed is asked for when the typing pauses. Links and Back change it, too. */
function TypedField(props: {
  label: string;
  value: string;
  icon: React.ReactNode;
  onChange: (value: string) => void;
}) {
  const {label, value, icon, onChange} = props;
  const [[typed, of], setTyped] = useState([value, value] as const);
  const ask = useDebouncedCallback(onChange, typedMs);
  // While drawing and not in an effect: the field would show the old text for a moment.
  if (of !== value) setTyped([value, value]);
  return (
    <TextInput
      size="xs"
      aria-label={label}
      placeholder={label}
      leftSection={icon}
      value={of === value ? typed : value}
      onChange={event => {
        setTyped([event.currentTarget.value, value]);
        ask(event.currentTarget.value);
      }}
    />
  );
}

const refreshMs = 5000;

export type Refresh = {
  readonly isOn: boolean;
  readonly setOn: (isOn: boolean) => void;
  /** How often to ask again; false where somebody has switched it off. */
  readonly ms: number | false;
};

/**
 * Whether lists renew themselves, which a person decides once for all visits; `ms` is `false` while
 * they do not.
 */
export function useRefresh(): Refresh {
  const [isOn, setOn] = useStored('jobs-refresh', true);
  return {isOn, setOn, ms: isOn && refreshMs};
}

function Refresher({refresh: {isOn, setOn}, isFetching}: {refresh: Refresh; isFetching: boolean}) {
  const queries = useQueryClient();
  return (
    <>
      <Switch
        size="xs"
        label={`Refresh every ${refreshMs / 1000} s`}
        checked={isOn}
        onChange={event => setOn(event.currentTarget.checked)}
      />
      <IconButton
        label="Refresh now"
        aria-busy={isFetching}
        onClick={() => void queries.invalidateQueries({queryKey: ['jobs']})}
      >
        <RefreshCw size={16} />
      </IconButton>
    </>
  );
}
