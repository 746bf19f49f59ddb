import type {Options, OptionValues} from '@gazetteer/settings';

const group = 'Snapshots';

/** What of snapshots is shown to others than users. */
export const snapshotOptions = {
  linkPreviews: {
    key: 'editor.snapshots.previews',
    cli: 'link-previews',
    group,
    type: 'enum',
    allowed: ['on', 'off'],
    default: 'off',
    doc: 'Whether users may let chats preview a snapshot of theirs: its title, its description and a picture of it are then shown at its address without a login.',
  },
  embedOrigins: {
    key: 'editor.snapshots.embed.origins',
    cli: 'embed-origins',
    group,
    type: 'string',
    default: '',
    defaultText: 'none: nothing is embedded',
    check: value =>
      originsIn(value).every(isOrigin)
        ? undefined
        : 'origins such as https://wiki.example.com, separated by commas',
    doc: 'Origins of pages that snapshots may be embedded in, such as https://wiki.example.com, separated by commas. Users may then create links that show a snapshot without a login, signed and for a limited time.',
  },
} as const satisfies Options;

/** What may be done with snapshots here, as the administrator says. */
export type SnapshotRules = {
  readonly hasPreviews: boolean;
  /** Of pages that may have one in a frame; none where nothing is embedded. */
  readonly embedOrigins: readonly string[];
};

export function snapshotRulesOf(options: OptionValues<typeof snapshotOptions>): SnapshotRules {
  return {
    hasPreviews: options.linkPreviews === 'on',
    embedOrigins: originsIn(options.embedOrigins),
  };
}

function originsIn(value: string): string[] {
  return value.split(',').flatMap(one => one.trim() || []);
}

/** As they stand in a policy of pages, where another text could say more than an origin. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text;
}
