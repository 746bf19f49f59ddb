/** Makes the short name that people have here out of a Kerberos principal. */
export type AuthToLocal = (principal: string) => string | undefined;

type Rule = (components: readonly string[], realm: string) => string | undefined;

// The grammar of Hadoop's hadoop.security.auth_to_local: RULE:[n:format](match)s/from/to/g/L
const rulePattern =
  /^RULE:\[(\d+):([^\]]*)\](?:\(((?:\\.|[^\\()])*(?:\((?:\\.|[^\\()])*\)(?:\\.|[^\\()])*)*)\))?(?:s\/((?:\\.|[^/\\])*)\/((?:\\.|[^/\\])*)\/(g)?)?\/?(L)?$/;

/**
 * Reads rules in Hadoop's grammar, `RULE:[n:format](match)s/from/to/g/L` and `DEFAULT`, apart from
 * each other by white space. The first rule that fits a principal makes its name. `DEFAULT` takes
 * the first component of principals of
 * `defaultRealm`.
 * @throws Error naming the rule that cannot be read
 */
export function authToLocal(rules: string, defaultRealm: string): AuthToLocal {
  const words = rules.split(/\s+/).filter(word => word !== '');
  const parsed = (words.length === 0 ? ['DEFAULT'] : words).map(word =>
    readRule(word, defaultRealm),
  );
  return principal => {
    const [, name = '', realm = ''] = /^(.*?)(?:@([^@]*))?$/.exec(principal) ?? [];
    const components = name.split('/');
    // A principal without a realm is of the default one; more than two components are nobody's
    // login.
    if (components.length > 2) return undefined;
    for (const rule of parsed) {
      const local = rule(components, realm === '' ? defaultRealm : realm);
      if (local === undefined) continue;
      // What a rule leaves of another realm or component must not pass for a short name.
      return local === '' || /[/@]/.test(local) ? undefined : local;
    }
    return undefined;
  };
}

function readRule(text: string, defaultRealm: string): Rule {
  if (text === 'DEFAULT') {
    return (components, realm) => (realm === defaultRealm ? components[0] : undefined);
  }
  const found = rulePattern.exec(text);
  if (found === null) {
    throw new Error(
      `"${text}" is no rule: expected DEFAULT or RULE:[n:format](match)s/from/to/, such as RULE:[1:$1@$0](.*@EXAMPLE.COM)s/@.*//`,
    );
  }
  const [, count = '', format = '', match, from, to = '', isGlobal, isLower] = found;
  const accepts = match === undefined ? undefined : readPattern(text, `^(?:${match})$`, '');
  const replaced =
    from === undefined ? undefined : readPattern(text, from, isGlobal === undefined ? '' : 'g');
  return (components, realm) => {
    if (components.length !== Number(count)) return undefined;
    const parts = [realm, ...components];
    const whole = format.replaceAll(/\$(\d)/g, (_, index: string) => parts[Number(index)] ?? '');
    if (accepts !== undefined && !accepts.test(whole)) return undefined;
    const local = replaced === undefined ? whole : whole.replace(replaced, to);
    return isLower === undefined ? local : local.toLowerCase();
  };
}

function readPattern(rule: string, pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch (error) {
    throw new Error(`"${rule}" holds a pattern that cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
