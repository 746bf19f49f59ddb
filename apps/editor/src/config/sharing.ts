import {AppError} from '@gazetteer/model';
import type {Actor} from '@gazetteer/server';
import type {EditorConfig} from './editor-config.ts';

/** `enable_sharing` and `enable_link_sharing` of the configuration. */
export type Sharing = {readonly isOn: boolean; readonly byLink: boolean};

/** Somebody who looks at what others made, as far as these share it and sharing is on. */
export type Onlooker = Actor & {readonly sharing: Sharing};

/** @throws AppError 403 for what is switched off; to take back is always allowed */
export function checkSharing(
  {isOn, byLink}: Sharing,
  grants: readonly {readonly kind: string}[],
): void {
  if (!isOn && grants.length > 0)
    throw new AppError('NOT_ALLOWED', ['Sharing is switched off here (enable_sharing).']);
  if (!byLink && grants.some(({kind}) => kind === 'link')) {
    throw new AppError('NOT_ALLOWED', [
      'Sharing by link is switched off here (enable_link_sharing).',
    ]);
  }
}

export function sharingOf({desktop}: EditorConfig): Sharing {
  return {isOn: desktop.enable_sharing, byLink: desktop.enable_link_sharing};
}
