import type {RightsAsked} from '../queries.ts';
import type {AdministratorLink} from '../link.ts';
import {actionOf} from './actions.ts';

/** Who would do what, and to what; all texts, empty for what is not told. */
export type Question = {
  /** Whoever asks, when empty. */
  readonly user: string;
  readonly groups: readonly string[];
  /** All administrator permissions, when empty. */
  readonly privilege: string;
  readonly type: string;
  readonly guid: string;
  readonly end2: string;
  /** The classification, label or business metadata that it is about. */
  readonly detail: string;
};

/** What an address asks about rights, so that an answer can be sent to somebody as a link. */
export function questionOf(link: AdministratorLink): Question {
  const {
    user = '',
    groups = '',
    privilege = '',
    type = '',
    guid = '',
    end2 = '',
    detail = '',
  } = link;
  return {
    user,
    groups: groups.split(',').filter(name => name !== ''),
    privilege,
    type,
    guid,
    end2,
    detail,
  };
}

/** The same the other way round. */
export function linkOfQuestion(question: Question): AdministratorLink {
  return {...question, groups: question.groups.join(',')};
}

/** Whether the server could answer it. As the server has it: it answers 400 to the rest. */
export function isComplete({privilege, type, guid, end2, detail}: Question): boolean {
  const action = actionOf(privilege);
  if (action?.with !== undefined && detail.trim() === '') return false;
  switch (action?.about) {
    case undefined:
      return true;
    case 'entity':
      return guid !== '' || type !== '';
    case 'relationship':
      return type !== '' && guid !== '' && end2 !== '';
    default:
      return type !== '';
  }
}

/** What is asked of the server: nothing that the action has no use for. */
export function parametersOf({
  user,
  groups,
  privilege,
  type,
  guid,
  end2,
  detail,
}: Question): RightsAsked {
  const action = actionOf(privilege);
  const given = (name: keyof RightsAsked, value: string) =>
    value.trim() === '' ? {} : {[name]: value.trim()};
  // The names that the API has for what an action is done with.
  const details = {
    classification: 'classification',
    label: 'label',
    metadata: 'businessMetadata',
  } as const;
  const isOfEntities = action?.about === 'entity' || action?.about === 'relationship';
  return {
    ...given('user', user),
    ...(groups.length === 0 ? {} : {group: [...groups]}),
    ...given('privilege', privilege),
    // An entity that there is has its type.
    ...(action?.about === undefined || (action.about === 'entity' && guid !== '')
      ? {}
      : given('typeName', type)),
    ...(isOfEntities ? given('guid', guid) : {}),
    ...(action?.about === 'relationship' ? given('end2', end2) : {}),
    ...(action?.with === undefined ? {} : given(details[action.with], detail)),
  };
}
