import type {Options, OptionValues} from '@gazetteer/settings';

/** What is counted of who uses which table; both servers of a process are told the same. */
export const usageOptions = {
  usage: {
    key: 'gazetteer.usage',
    cli: 'usage',
    group: 'Usage',
    type: 'enum',
    allowed: ['on', 'off'],
    default: 'on',
    doc: 'Whether is counted how often and by whom tables are queried and written (docs/usage.md).',
  },
  usageIgnoredUsers: {
    key: 'gazetteer.usage.ignored.users',
    cli: 'usage-ignored-users',
    group: 'Usage',
    type: 'string',
    default: '',
    defaultText: 'none',
    doc: 'Users whose statements are not counted, separated by commas.',
  },
} as const satisfies Options;

export type UsageRules = {
  /** `--usage off` */
  readonly isOff: boolean;
  readonly ignoredUsers: readonly string[];
};

export function usageRulesOf({
  usage,
  usageIgnoredUsers,
}: OptionValues<typeof usageOptions>): UsageRules {
  const ignoredUsers = usageIgnoredUsers
    .split(',')
    .flatMap(name => (name.trim() === '' ? [] : [name.trim()]));
  return {isOff: usage === 'off', ignoredUsers};
}
