import {localStorageColorSchemeManager, type MantineColorSchemeManager} from '@mantine/core';
import {useState} from 'react';

/**
 * How pages look is kept in a cookie: browsers keep storage by port, and the catalog and the editor
 * of one host look the same. The login takes it from one host to the other.
 */
const name = 'gazetteer_look';
const yearSeconds = 31_536_000;

const themes = ['auto', 'light', 'dark'] as const;
const densities = ['compact', 'comfortable'] as const;
type Theme = (typeof themes)[number];
export type Density = (typeof densities)[number];

function kept(): {readonly theme: Theme | undefined; readonly density: Density | undefined} {
  const [theme, density] =
    new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1]?.split('.') ?? [];
  return {
    theme: themes.find(one => one === theme),
    density: densities.find(one => one === density),
  };
}

function keep(look: {readonly theme: Theme; readonly density: Density}): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${look.theme}.${look.density}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
}

/** Other pages of this server hear of a choice by the storage. */
const stored = localStorageColorSchemeManager();

export const colorSchemeManager: MantineColorSchemeManager = {
  ...stored,
  get: initial => kept().theme ?? stored.get(initial),
  set: theme => {
    stored.set(theme);
    keep({theme, density: kept().density ?? 'compact'});
  },
};

export function useDensity(): [Density, (next: Density) => void] {
  const [density, setDensity] = useState<Density>(() => kept().density ?? 'compact');
  return [
    density,
    next => {
      setDensity(next);
      keep({theme: kept().theme ?? stored.get('auto'), density: next});
    },
  ];
}
