import {ActionIcon, Tooltip} from '@mantine/core';
import {Link as LinkIcon} from 'lucide-react';
import {shareLink} from '../share-link.ts';

/** Puts the address of the page where it can be pasted from. */
export function CopyLink({size = 30}: {size?: number}) {
  return (
    <Tooltip label="Copy link">
      <ActionIcon
        variant="default"
        size={size}
        aria-label="Copy link"
        onClick={() => void shareLink(location.href)}
      >
        <LinkIcon size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
