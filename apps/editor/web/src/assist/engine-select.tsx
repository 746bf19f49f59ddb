import {NativeSelect} from '@mantine/core';
import type {Engine} from '../api/wire.ts';

type EngineSelectProps = {
  readonly engine: Engine;
  readonly engines: readonly Engine[];
  readonly onEngine: (type: string) => void;
};

/** Whose sources are listed, on pages without a sheet that says so. */
export function EngineSelect({engine, engines, onEngine}: EngineSelectProps) {
  return (
    <NativeSelect
      size="xs"
      mb="xs"
      aria-label="Sources from"
      value={engine.type}
      data={engines.map(({type, displayName}) => ({value: type, label: displayName}))}
      onChange={event => onEngine(event.currentTarget.value)}
    />
  );
}
