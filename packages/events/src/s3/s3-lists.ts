import {AppError} from '@gazetteer/model';
import {recordsOf, type XmlRecord} from './s3-answers.ts';
import type {ObjectAddress, S3Client} from './s3-client.ts';

export type S3Object = {
  readonly key: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
};

/** What is in a bucket below a prefix. */
export type S3Page = {
  readonly objects: readonly S3Object[];
  /** What keys begin with that have more slashes, where these end a name. */
  readonly prefixes: readonly string[];
  /** For the next page; undefined on the last. */
  readonly next: string | undefined;
};

export type ListQuery = {
  readonly prefix: string;
  /** True: what has more slashes is told by its prefix alone. */
  readonly isFlat: boolean;
  readonly count?: number;
  readonly from?: string | undefined;
};

/** More in one list are no matter for somebody who looks at them. */
const maxListed = 100_000;

export async function bucketsOf(client: S3Client): Promise<readonly S3Object[]> {
  const xml = await client.text('GET', {bucket: '', key: ''});
  return recordsOf(xml, 'Bucket').map(one => ({
    key: one.get('Name') ?? '',
    size: 0,
    changedAt: timeOf(one, 'CreationDate'),
  }));
}

export async function pageOfObjects(
  client: S3Client,
  bucket: string,
  {prefix, isFlat, count = 1000, from}: ListQuery,
): Promise<S3Page> {
  const xml = await client.text('GET', {bucket, key: ''} satisfies ObjectAddress, {
    query: {
      'list-type': '2',
      'max-keys': String(count),
      prefix,
      ...(isFlat && {delimiter: '/'}),
      ...(from !== undefined && {'continuation-token': from}),
    },
  });
  const next = /<NextContinuationToken>[^<]+</.test(xml)
    ? recordsOf(xml, 'ListBucketResult')[0]?.get('NextContinuationToken')
    : undefined;
  return {
    objects: recordsOf(xml, 'Contents').map(one => ({
      key: one.get('Key') ?? '',
      size: Number(one.get('Size') ?? 0),
      changedAt: timeOf(one, 'LastModified'),
    })),
    prefixes: recordsOf(xml, 'CommonPrefixes').map(one => one.get('Prefix') ?? ''),
    next,
  };
}

/** Page by page. @throws STATEMENT_FAILED for more than `most`, which is what can be shown */
export async function* pagesOfObjects(
  client: S3Client,
  bucket: string,
  query: Omit<ListQuery, 'from' | 'count'>,
  most = maxListed,
): AsyncGenerator<S3Page> {
  let from: string | undefined;
  let count = 0;
  do {
    const page = await pageOfObjects(client, bucket, {...query, from});
    count += page.objects.length + page.prefixes.length;
    if (count > most)
      throw new AppError('STATEMENT_FAILED', [
        `s3a://${bucket}/${query.prefix} has more than ${most} entries`,
      ]);
    yield page;
    from = page.next;
  } while (from !== undefined);
}

function timeOf(record: XmlRecord, name: string): number {
  return Date.parse(record.get(name) ?? '') || 0;
}
