import {
  allowsInEditor,
  AppError,
  type Decision,
  type EditorPrivilege,
  type Grants,
  grantsOf,
  may,
  refusal,
} from '@gazetteer/model';
import type {Actor, DecisionAudit, PolicyFile} from '@gazetteer/server';

/**
 * What somebody may do here, by the policy. An engine is named by its id; documents belong to none.
 */
export type EditorAccess = {
  /** For what is offered. */
  readonly may: (privilege: EditorPrivilege, engine: string | undefined) => boolean;
  /** For what is done; what was decided is recorded. */
  readonly decide: (privilege: EditorPrivilege, engine: string | undefined) => boolean;
  /** As `decide`. @throws NOT_ALLOWED */
  readonly check: (privilege: EditorPrivilege, engine: string | undefined) => void;
};

/** As without a policy. */
export const everything: EditorAccess = {
  may: () => true,
  decide: () => true,
  check: () => undefined,
};

const texts: Readonly<Record<EditorPrivilege, readonly [what: string, of: string]>> = {
  'editor-use': ['use engine', 'use'],
  'editor-download': ['download result', 'download results of'],
  'editor-share': ['share', 'share results of'],
};

/**
 * The part of the policy that is about the editor. A policy whose roles say nothing of it allows
 * what it does not deny.
 */
export class EditorPolicy {
  readonly #file: Pick<PolicyFile, 'policy'>;
  readonly #decisions: DecisionAudit;
  readonly #now: () => number;

  constructor(
    file: Pick<PolicyFile, 'policy'>,
    decisions: DecisionAudit,
    now: () => number = Date.now,
  ) {
    this.#file = file;
    this.#decisions = decisions;
    this.#now = now;
  }

  accessOf(actor: Actor, requestId: string): EditorAccess {
    const {policy} = this.#file;
    const grants = grantsOf(policy, actor, this.#now());
    const isLimited = allowsInEditor(policy);
    const decide: EditorAccess['decide'] = (privilege, engine) => {
      const {allowed, because} = decided(grants, privilege, engine, isLimited);
      const what = `${texts[privilege][0]}: engine=${engine ?? 'any'}`;
      const caller = {actor, requestId};
      if (allowed) this.#decisions.used(caller, what, because);
      else this.#decisions.refused(caller, refusal(actor.userName, [{what, rule: because[0]}]));
      return allowed;
    };
    return {
      may: (privilege, engine) => decided(grants, privilege, engine, isLimited).allowed,
      decide,
      check: (privilege, engine) => {
        if (decide(privilege, engine)) return;
        const what = engine === undefined ? 'share documents' : `${texts[privilege][1]} ${engine}`;
        throw new AppError('NOT_ALLOWED', [`${actor.userName} is not authorized to ${what}`]);
      },
    };
  }
}

function decided(
  grants: Grants,
  privilege: EditorPrivilege,
  engine: string | undefined,
  isLimited: boolean,
): Decision {
  const decision = may(grants, {kind: 'editor', privilege, engine});
  // Refused by a rule that denies, or for want of one that allows.
  return decision.allowed || isLimited || decision.because.length > 0
    ? decision
    : {allowed: true, because: []};
}
