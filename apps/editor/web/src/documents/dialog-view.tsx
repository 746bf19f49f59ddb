import {Dialog} from '@gazetteer/ui';
import type {ReactNode} from 'react';
import {type DocumentDialog, showDialog} from './document-dialogs.ts';

import {ScheduleForm} from '../schedules/schedule-form.tsx';
import {SaveForm} from './save-form.tsx';
import {ConflictView} from './conflict-view.tsx';
import {VersionsView} from './versions-view.tsx';
import {DocumentComments} from './comments-view.tsx';
import {ShareForm} from './share-form.tsx';
import {NotebookForm} from './notebook-form.tsx';
import {FolderForm} from './name-forms.tsx';
import {RenameForm} from './name-forms.tsx';
import {MoveForm} from './move-form.tsx';

/** The dialog that is asked for. All of them are loaded together, with the first one. */
export function DialogView({shown}: {shown: DocumentDialog}) {
  const close = () => showDialog(undefined);
  const [title, size, content] = drawn(shown, close);
  return (
    <Dialog isOpen onClose={close} title={title} size={size}>
      {content}
    </Dialog>
  );
}

/**
 * Title, width and content; keys are for the rule about lists of elements, of which these are none.
 */
function drawn(dialog: DocumentDialog, close: () => void): [string, string, ReactNode] {
  switch (dialog.kind) {
    case 'save':
      return [
        'Save query',
        'md',
        <SaveForm key="" tabId={dialog.tabId} note={dialog.note} onDone={close} />,
      ];
    case 'conflict':
      return [
        'Saved by another user in the meantime',
        '90rem',
        <ConflictView key="" tabId={dialog.tabId} theirs={dialog.theirs} onDone={close} />,
      ];
    case 'versions':
      return ['Versions', '90rem', <VersionsView key="" uuid={dialog.uuid} onDone={close} />];
    case 'comments':
      return ['Comments', 'lg', <DocumentComments key="" uuid={dialog.uuid} />];
    case 'share':
      return ['Share', 'lg', <ShareForm key="" uuid={dialog.uuid} onDone={close} />];
    case 'notebook':
      return ['Open as notebook', 'md', <NotebookForm key="" uuid={dialog.uuid} onDone={close} />];
    case 'schedule':
      return [
        dialog.schedule === undefined ? 'Create schedule' : 'Edit schedule',
        'xl',
        <ScheduleForm key="" document={dialog.uuid} schedule={dialog.schedule} onDone={close} />,
      ];
    case 'folder':
      return ['New folder', 'md', <FolderForm key="" folder={dialog.folder} onDone={close} />];
    case 'rename':
      return [
        'Name and description',
        'md',
        <RenameForm key="" document={dialog.document} onDone={close} />,
      ];
    case 'move':
      return [
        'Move to another folder',
        'md',
        <MoveForm key="" document={dialog.document} onDone={close} />,
      ];
  }
}
