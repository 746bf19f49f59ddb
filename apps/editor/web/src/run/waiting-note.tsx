import {Text} from '@mantine/core';
import {useQuery} from '@tanstack/react-query';
import {useEffect, useState} from 'react';
import {get} from '../api/request.ts';
import {labelOf} from './run.ts';

type Waiting = {
  readonly engine: string;
  readonly sql: string;
  readonly step: 'session' | 'turn' | 'server';
  readonly ahead: number;
};

const quickMs = 700;
const askMs = 1000;

/** Why a statement is not with its server yet. Nothing for the first moment, which most statements take. */
export function WaitingNote({engine, label}: {engine: string; label: string}) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), quickMs);
    return () => clearTimeout(timer);
  }, []);
  const {data} = useQuery({
    queryKey: ['waiting'],
    queryFn: async ({signal}) => (await get<{waiting: readonly Waiting[]}>('/api/v1/queries/waiting', signal)).waiting,
    enabled: isSlow,
    refetchInterval: askMs,
    staleTime: 0,
  });
  const own = data?.find(one => one.engine === engine && labelOf(one.sql) === label);
  return (
    <Text size="sm" c="dimmed" role="note">
      {own === undefined ? '' : textOf(own)}
    </Text>
  );
}

function textOf({step, ahead}: Waiting): string {
  if (step === 'session') return 'A session is being opened';
  if (step === 'server') return 'The server is taking it';
  if (ahead === 0) return 'It is next in your session';
  return ahead === 1
    ? 'One statement is before it in your session'
    : `${ahead} statements are before it in your session`;
}
