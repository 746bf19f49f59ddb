import {Badge, Group, Tooltip} from '@mantine/core';
import {
  certified,
  deprecated,
  failing,
  passing,
  type Quality,
  qualityOf,
  trustOf,
} from '@gazetteer/model/asset';
import {BadgeCheck, CircleCheck, CircleX, Megaphone, TriangleAlert} from 'lucide-react';
import type {Entity, EntityHeader} from '../api/wire.ts';

/**
 * What has to be known of an asset before it is used; of an entity, or a header that was asked for
 * it.
 */
export function TrustBadges({
  entity,
}: {
  entity: Pick<Entity, 'attributes' | 'businessAttributes'> | EntityHeader;
}) {
  const {certification, tier, announcement, announcementType} = trustOf(entity);
  const quality = qualityOf(entity);
  if ([certification, tier, announcement, quality].every(one => one === undefined)) return null;
  return (
    <Group gap={4} display="inline-flex" ms={6} style={{verticalAlign: 'middle'}}>
      {certification !== undefined && <CertificationBadge text={certification} />}
      {tier !== undefined && (
        <Badge size="xs" variant="default" tt="none">
          <bdi>{tier}</bdi>
        </Badge>
      )}
      {quality !== undefined && <ChecksBadge quality={quality} />}
      {announcement !== undefined && (
        <Tooltip label={announcement} multiline maw={320}>
          <Badge
            size="xs"
            variant="default"
            tt="none"
            leftSection={<Megaphone size={10} aria-hidden />}
          >
            <bdi>{announcementType}</bdi>
          </Badge>
        </Tooltip>
      )}
    </Group>
  );
}

/** How its checks ended; how many of them, where that was asked for. */
export function ChecksBadge({quality}: {quality: Quality}) {
  const {checks, passed, failed, errors} = quality;
  const isFailing = checks === failing;
  const counts = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(errors > 0 ? [`${errors} couldn’t be run`] : []),
    ...(passed > 0 ? [`${passed} passed`] : []),
  ].join(', ');
  const Icon = isFailing ? CircleX : checks === passing ? CircleCheck : TriangleAlert;
  return (
    <Badge
      size="xs"
      variant={isFailing ? 'filled' : 'default'}
      {...(isFailing && {color: '#b43c00'})}
      tt="none"
      title={counts}
      style={{flex: 'none'}}
      leftSection={<Icon size={10} aria-hidden />}
    >
      Checks: <bdi>{checks.toLowerCase()}</bdi>
    </Badge>
  );
}

/** Deprecated ones are to be seen from afar; what an administrator has added is as a draft. */
export function CertificationBadge({text}: {text: string}) {
  // Colours of at least 4.5 to 1 on white letters; the text tells the rest.
  const [color, Icon] =
    text === certified
      ? ['teal.9', BadgeCheck]
      : text === deprecated
        ? ['#b43c00', TriangleAlert]
        : ['gray.7', undefined];
  return (
    <Badge
      size="xs"
      color={color}
      tt="none"
      style={{flex: 'none'}}
      leftSection={Icon !== undefined && <Icon size={10} aria-hidden />}
    >
      <bdi>{text}</bdi>
    </Badge>
  );
}
