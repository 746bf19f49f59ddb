import {type Actor, csrfTokenOf, type Login, type Session} from '@gazetteer/server';
import type {Authorizer} from '../access/authorizer.ts';
import type {CatalogOptions} from '../options/catalog-options.ts';

export type SessionSettings = {
  readonly options: CatalogOptions;
  /** Told to pages only when an operator chose it: they count down with it and log out. */
  readonly isTimeoutChosen: boolean;
  /** Who can log in and is known without asking a directory. */
  readonly people: Login['people'];
};

// The list of the running engine; it has no plain UTC, which people expect to find.
export const timezones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])];

/** What a page needs at its start; every key is read by some page that people have. */
export function readSession(
  {options, isTimeoutChosen}: SessionSettings,
  actor: Actor,
  session: Session,
  authorizer: Authorizer,
) {
  return {
    'atlas.tasks.ui.tab.enabled': false,
    groups: actor.groups,
    'atlas.ui.date.format': options.uiDateFormat,
    'atlas.ui.default.version': options.uiDefaultVersion,
    userName: actor.userName,
    'atlas.rest-csrf.browser-useragents-regex': options.csrfBrowserUserAgents,
    'atlas.entity.update.allowed': authorizer.mayWithSome(actor, 'entity-update'),
    'atlas.ui.editable.entity.types': options.uiEditableTypes,
    _csrfToken: csrfTokenOf(session),
    'atlas.rest-csrf.methods-to-ignore': options.csrfMethodsToIgnore,
    'atlas.rest-csrf.custom-header': options.csrfHeader,
    'atlas.relationship.search.enabled': true,
    'atlas.rest-csrf.enabled': options.csrfEnabled,
    'atlas.lineage.on.demand.default.node.count': options.lineageDefaultRelations,
    'atlas.debug.metrics.enabled': false,
    'atlas.entity.create.allowed': authorizer.mayWithSome(actor, 'entity-create'),
    'atlas.tasks.enabled': true,
    'atlas.lineage.on.demand.enabled': options.lineageOnDemand,
    'atlas.ui.date.timezone.format.enabled': options.uiTimezone,
    ...(isTimeoutChosen
      ? {'atlas.session.timeout.secs': Math.round(options.sessionTimeoutMs / 1000)}
      : {}),
  };
}
