import type {Subscription, TargetKind} from './queries.ts';

export const kindNames: Readonly<Record<TargetKind, string>> = {
  WEBHOOK: 'Webhook',
  SLACK: 'Slack',
  TEAMS: 'Microsoft Teams',
  MAIL: 'Mail',
  KAFKA: 'Kafka topic',
};

/** What is offered of `operations`, in the words of the pages. */
export const operationNames = {
  ENTITY_CREATE: 'Entity created',
  ENTITY_UPDATE: 'Entity updated',
  ENTITY_DELETE: 'Entity deleted',
  ENTITY_PURGE: 'Entity permanently deleted',
  CLASSIFICATION_ADD: 'Classification added',
  CLASSIFICATION_UPDATE: 'Classification changed',
  CLASSIFICATION_DELETE: 'Classification removed',
  RELATIONSHIP_CREATE: 'Relationship created',
  RELATIONSHIP_UPDATE: 'Relationship changed',
  RELATIONSHIP_DELETE: 'Relationship deleted',
  BREAKING_CHANGE: 'Breaking change',
} as const;
export type Operation = keyof typeof operationNames;

/** *ann@example.com*, *https://hooks.slack.com/…* */
export function targetText({kind, url, addresses, topic}: Subscription['target']): string {
  return url ?? topic ?? addresses?.join(', ') ?? kindNames[kind];
}

/** The filter in a few words. @param domainName of a GUID */
export function filterText(
  {
    types = [],
    classifications = [],
    propagated,
    domains = [],
    operations = [],
    affects: {owners = [], domains: affected = [], assets = []} = {},
  }: Subscription['filter'],
  domainName: (guid: string) => string,
): string {
  const parts = [
    types.join(', '),
    classifications.length === 0
      ? ''
      : `with ${classifications.join(' or ')}${propagated === false ? ', not propagated' : ''}`,
    domains.length === 0 ? '' : `in ${domains.map(domainName).join(' or ')}`,
    operations.map(one => operationNames[one]).join(', '),
    affectsText([
      owners.length === 0 ? '' : `assets of ${owners.join(' or ')}`,
      affected.length === 0 ? '' : `assets in ${affected.map(domainName).join(' or ')}`,
      assets.length === 0 ? '' : `${assets.length === 1 ? 'one asset' : `${assets.length} assets`}`,
    ]),
  ].filter(part => part !== '');
  return parts.length === 0 ? 'All changes' : parts.join(' · ');
}

/** *affecting assets of ann or assets in Sales* */
function affectsText(parts: readonly string[]): string {
  const named = parts.filter(part => part !== '');
  return named.length === 0 ? '' : `affecting ${named.join(' or ')}`;
}

export type Status = {readonly text: string; readonly color: string};

export function statusOf({isPaused, pauseReason, failingSince}: Subscription): Status {
  if (isPaused)
    return pauseReason === undefined
      ? {text: 'Paused', color: 'gray'}
      : {text: 'Paused after failures', color: 'red.7'};
  return failingSince === undefined
    ? {text: 'Active', color: 'green.7'}
    : {text: 'Failing', color: 'orange.7'};
}
