import type {KnownAsset} from './known-tables.ts';

/** How the checks of a table ended; undefined where it has none. */
export function checksText({checks}: Pick<KnownAsset, 'checks'>): string | undefined {
  if (checks === undefined) return undefined;
  const {passed, failed, errors} = checks;
  const counted = (count: number) => (count === 1 ? '1 check' : `${count} checks`);
  return [
    ...(failed > 0 ? [`${counted(failed)} failed`] : []),
    ...(errors > 0 ? [`${counted(errors)} couldn’t be run`] : []),
    ...(passed > 0 ? [`${counted(passed)} passed`] : []),
  ].join(', ');
}

/** What has to be seen from afar. */
export function failingText(asset: Pick<KnownAsset, 'checks'>): string | undefined {
  return asset.checks?.state === 'Failing' ? checksText(asset) : undefined;
}
