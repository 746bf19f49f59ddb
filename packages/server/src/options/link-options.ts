import type {Options} from '@gazetteer/settings';

/** An address of a server as browsers and the other server find it, without a path. */
export function checkServerAddress(value: string): string | undefined {
  const isAddress = URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
  return value === '' || (isAddress && new URL(value).pathname === '/')
    ? undefined
    : 'an address without a path, such as https://catalog.example.com:21443';
}

/** How the two servers find each other; each has the other's address beside it. */
export const linkOptions = {
  linkSecretFile: {
    key: 'atlas.server.link.secret.file',
    cli: 'link-secret-file',
    group: 'Server',
    type: 'string',
    isBesideConfig: true,
    default: '',
    defaultText: 'none is needed where both servers run in one process',
    doc: 'File with a secret of 32 characters or more that the catalog and the editor share, so that each believes the other for whom it asks (docs/one-product.md).',
  },
} as const satisfies Options;
