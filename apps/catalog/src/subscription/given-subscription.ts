import {
  AppError,
  isForBreaking,
  type MessageTemplate,
  subscribedOperations,
  type SubscribedOperation,
  type SubscriptionFilter,
  templateProblem,
  usualEvery,
} from '@gazetteer/model';
import {mailProblem} from '@gazetteer/server/mail';
import type {StoredSubscription, SubscriptionTarget} from '@gazetteer/store';
import type {SubscriptionSettings} from '../catalog.ts';
import {targetKinds} from './shapes.ts';

type Json = Readonly<Record<string, unknown>>;

/** What a request gives of a subscription, as the store has it. */
export type GivenSubscription = Pick<
  StoredSubscription,
  'name' | 'target' | 'filter' | 'every' | 'template'
> & {
  readonly isPaused: boolean;
};

const maxAddresses = 20;
const maxNames = 200;
const maxEvery = 86_400;

/**
 * @param before what is left out is taken from
 * @throws INVALID_PARAMETERS
 */
export function subscriptionIn(
  given: unknown,
  before: StoredSubscription | undefined,
  settings: SubscriptionSettings,
): GivenSubscription {
  const json = (given ?? {}) as Json;
  const name = String(json['name'] ?? before?.name ?? '').trim();
  if (name === '' || name.length > 200) throw bad('name has 1 to 200 characters');
  const target = targetIn((json['target'] ?? undefined) as Json | undefined, before?.target);
  const isPaused =
    (json['isPaused'] as boolean | null | undefined) ?? before?.state.isPaused ?? false;
  // What is kept may have become unreachable: it can still be paused and renamed.
  const isResumed = before?.state.isPaused === true && !isPaused;
  if (target !== before?.target || isResumed) refuseUnreachable(target, settings);
  const isSameKind = before?.target.kind === target.kind;
  const every = json['every'] ?? (isSameKind ? before.every : usualEvery[target.kind]);
  if (!Number.isInteger(every) || Number(every) < 0 || Number(every) > maxEvery)
    throw bad(`every is a number of seconds from 0 to ${maxEvery}`);
  const asked = json['filter'];
  const filter = asked === undefined || asked === null ? (before?.filter ?? {}) : filterIn(asked);
  if (target.kind === 'KAFKA' && isForBreaking(filter))
    throw bad('the messages of Atlas have no BREAKING_CHANGE: use another target');
  return {
    name,
    target,
    filter,
    template: templateIn(json['template'] as Json | null | undefined, target, before?.template),
    every: Number(every),
    isPaused,
  };
}

function targetIn(
  json: Json | undefined,
  before: SubscriptionTarget | undefined,
): SubscriptionTarget {
  if (json === undefined) {
    if (before === undefined) throw bad('target is needed');
    return before;
  }
  const given = json['kind'] ?? before?.kind;
  const kind = targetKinds.find(one => one === given);
  if (kind === undefined) throw bad(`target.kind is one of ${targetKinds.join(', ')}`);
  const same = before?.kind === kind ? before : undefined;
  if (kind === 'MAIL') return {kind, addresses: addressesIn(json['addresses'], same)};
  if (kind === 'KAFKA') {
    const topic = String(json['topic'] ?? (same?.kind === 'KAFKA' ? same.topic : ''));
    if (!/^(?!\.{1,2}$)[\w.-]{1,249}$/.test(topic)) throw bad('target.topic is no name of a topic');
    return {kind, topic};
  }
  const known = same !== undefined && 'url' in same ? same : undefined;
  const url = urlIn(json['url'] ?? known?.url);
  if (kind !== 'WEBHOOK') return {kind, url};
  const secret = json['secret'];
  const kept = known?.kind === 'WEBHOOK' && known.url === url ? known.secret : '';
  return {kind, url, secret: secret === undefined ? kept : String(secret ?? '')};
}

function urlIn(given: unknown): string {
  const text = String(given ?? '').trim();
  if (text.length > 2000 || !URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw bad('target.url is an http:// or https:// address');
  return text;
}

function addressesIn(given: unknown, before: SubscriptionTarget | undefined): readonly string[] {
  if (given === undefined || given === null) {
    if (before?.kind === 'MAIL') return before.addresses;
    throw bad('target.addresses is needed');
  }
  const addresses = [...new Set(textsIn('target.addresses', given).map(one => one.trim()))];
  if (addresses.length === 0 || addresses.length > maxAddresses)
    throw bad(`target.addresses has 1 to ${maxAddresses} mail addresses`);
  const wrong = addresses.find(one => one.length > 254 || !isMailAddress(one));
  if (wrong !== undefined) throw bad(`${wrong} is no mail address`);
  return addresses;
}

/** One address, and nothing that a header of a mail could mean something else by. */
export function isMailAddress(text: string): boolean {
  return /^[^\s@,;:<>()"\\]+@[^\s@,;:<>()"\\]+$/.test(text);
}

function filterIn(given: unknown): SubscriptionFilter {
  const json = given as Json;
  const texts = (name: string) => textsIn(`filter.${name}`, json[name] ?? []);
  const operations = texts('operations').map((text): SubscribedOperation => {
    const known = subscribedOperations.find(one => one === text);
    if (known === undefined)
      throw bad(`filter.operations has ${subscribedOperations.join(', ')}, not ${text}`);
    return known;
  });
  const affects = (json['affects'] ?? undefined) as Json | undefined;
  const filter: SubscriptionFilter = {
    types: texts('types'),
    classifications: texts('classifications'),
    propagated: json['propagated'] !== false,
    domains: texts('domains'),
    operations,
  };
  if (!isForBreaking(filter)) {
    if (affects !== undefined) throw bad('filter.affects is for the operation BREAKING_CHANGE');
    return filter;
  }
  if (operations.length > 1)
    throw bad('BREAKING_CHANGE needs a subscription without other operations');
  const named = (name: string) => textsIn(`filter.affects.${name}`, affects?.[name] ?? []);
  return {
    ...filter,
    affects: {owners: named('owners'), domains: named('domains'), assets: named('assets')},
  };
}

/** @param given null takes it away */
function templateIn(
  given: Json | null | undefined,
  {kind}: SubscriptionTarget,
  before: MessageTemplate | undefined,
): MessageTemplate | undefined {
  const isForPeople = kind === 'SLACK' || kind === 'TEAMS' || kind === 'MAIL';
  if (given === undefined) return isForPeople ? before : undefined;
  const parts = (['title', 'line'] as const).flatMap(part => {
    const text = given?.[part] ?? '';
    return text === '' ? [] : [[part, String(text)] as const];
  });
  if (parts.length === 0) return undefined;
  if (!isForPeople) throw bad('template is for SLACK, TEAMS and MAIL');
  for (const [part, text] of parts) {
    const problem = templateProblem(part, text);
    if (problem !== undefined) throw bad(problem);
  }
  return Object.fromEntries(parts);
}

function textsIn(name: string, given: unknown): string[] {
  const all = given as readonly unknown[];
  if (all.length > maxNames) throw bad(`${name} has ${maxNames} elements at most`);
  return all.map(one => {
    if (typeof one !== 'string' || one === '' || one.length > 1000) throw bad(`${name} has texts`);
    return one;
  });
}

function refuseUnreachable(target: SubscriptionTarget, settings: SubscriptionSettings): void {
  if (target.kind === 'MAIL') {
    if (!settings.hasMail) throw bad('no mail server is configured (--mail-server)');
    for (const address of target.addresses) {
      const problem = mailProblem(address, settings.mailDomains);
      if (problem !== undefined) throw bad(problem);
    }
  }
  if (target.kind !== 'KAFKA') return;
  if (!settings.hasKafka) throw bad('no brokers of Kafka are configured (--kafka-brokers)');
  // What leaves by it would come in again.
  if (settings.takenTopics.includes(target.topic))
    throw bad(`the topic ${target.topic} is used by the catalog`);
}

const bad = (message: string) => new AppError('INVALID_PARAMETERS', [message]);
