import {Text} from '@mantine/core';
import {useQuery} from '@tanstack/react-query';
import {useEffect, useState} from 'react';
import {isFor, readWaiting, type Waiting} from './waiting.ts';

/**
 * Asked for only behind it: most statements are with their server before anybody could read a note.
 */
const quickMs = 700;
const askMs = 1000;

/**
 * Why a statement is not with its server yet. Nothing for the first moment, which most statements
 * take.
 */
export function WaitingNote({engine, label}: {engine: string; label: string}) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), quickMs);
    return () => clearTimeout(timer);
  }, []);
  const {data} = useQuery({
    queryKey: ['waiting'],
    queryFn: ({signal}) => readWaiting(signal),
    enabled: isSlow,
    refetchInterval: askMs,
    staleTime: 0,
  });
  const own = data?.find(one => isFor(one, engine, label));
  return (
    <Text size="sm" c="dimmed" role="note">
      {own === undefined ? '' : textOf(own)}
    </Text>
  );
}

function textOf({step, ahead}: Waiting): string {
  if (step === 'line') {
    const busy = 'Session limit reached';
    return ahead === 0 ? `${busy}: it gets the next one` : `${busy}: ${countOf(ahead)} before it`;
  }
  if (step === 'session') return 'A session is being opened';
  if (step === 'server') return 'Submitting';
  if (ahead === 0) return 'It is next in your session';
  return `${countOf(ahead)} before it in your session`;
}

function countOf(ahead: number): string {
  return ahead === 1 ? 'One statement is' : `${ahead} statements are`;
}
