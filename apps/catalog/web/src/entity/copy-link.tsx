import {IconButton} from '@gazetteer/ui';
import {Link as LinkIcon} from 'lucide-react';
import {shareLink} from '../share-link.ts';

/** Puts the address of the page where it can be pasted from. */
export function CopyLink({size = 30}: {size?: number}) {
  return (
    <IconButton
      label="Copy link"
      variant="default"
      size={size}
      onClick={() => void shareLink(location.href)}
    >
      <LinkIcon size={14} />
    </IconButton>
  );
}
