import {useComputedColorScheme} from '@mantine/core';
import type {Look} from './chart-data.ts';

/** Told apart also by those who see few colours; on dark the same ones a shade lighter. */
const light: Look = {
  colours: ['#0f7288', '#c8590c', '#5b4bb5', '#3a7d1e', '#b3206b', '#8a6d00', '#3569c4', '#7a4a2b'],
  ink: '#2b3540',
  line: '#dde3ea',
  card: '#ffffff',
};
const dark: Look = {
  colours: ['#4ea9ba', '#f0914d', '#a99bf0', '#86c46a', '#f07ab0', '#d8b640', '#86aef5', '#c9997a'],
  ink: '#d5dce4',
  line: '#2b343e',
  card: '#171d24',
};

/** The canvas knows no variables of style sheets, so colours are told to it. */
export function useLook(): Look {
  return useComputedColorScheme('light') === 'dark' ? dark : light;
}
