import {VisuallyHidden} from '@mantine/core';
import {BadgeCheck, CircleX, Megaphone, TriangleAlert} from 'lucide-react';
import type {KnownAsset} from '../catalog/known-tables.ts';
import {failingText} from '../catalog/checks-text.ts';
import {deprecationText} from '../catalog/deprecation-text.ts';
import classes from './assist.module.css';

/**
 * Beside the name of a table: whether it is to be trusted, and whether there is news of it. A
 * warning takes the place of praise: a table that was certified once may be deprecated now.
 */
export function TrustMark({asset}: {asset: KnownAsset}) {
  const {certification, announcement} = asset;
  const failing = failingText(asset);
  const warning = deprecationText(asset);
  return (
    <>
      {warning !== undefined ? (
        <Mark Icon={TriangleAlert} text={warning} isWarning />
      ) : (
        certification === 'Certified' && <Mark Icon={BadgeCheck} text="Certified" />
      )}
      {failing !== undefined && <Mark Icon={CircleX} text={failing} isWarning />}
      {announcement !== undefined && <Mark Icon={Megaphone} text={announcement} />}
    </>
  );
}

function Mark({
  Icon,
  text,
  isWarning = false,
}: {
  Icon: typeof BadgeCheck;
  text: string;
  isWarning?: boolean;
}) {
  return (
    <span className={classes['mark']} title={text} data-warning={isWarning || undefined}>
      <Icon size={14} aria-hidden />
      <VisuallyHidden> {text}</VisuallyHidden>
    </span>
  );
}
