import {useQuery} from '@tanstack/react-query';
import {ArrowUpRight} from 'lucide-react';
import classes from './frame.module.css';
import type {Session} from './session.ts';

type Other = {
  readonly name?: string;
  readonly pages?: readonly {readonly label: string; readonly url: string}[];
};

const staleMs = 5 * 60_000;

/** The server says in the page whether there is one to ask for. */
const isThere =
  document.querySelector<HTMLMetaElement>('meta[name=gazetteer-other-half]')?.content === 'there';

/** Asked once, whoever wants to know. */
export function useOtherHalf(session: Session, url: string): Other | undefined {
  return useQuery({
    queryKey: ['other-half'],
    queryFn: async ({signal}): Promise<Other> => {
      const answer = await session.fetch(url, {signal});
      return answer.ok ? ((await answer.json()) as Other) : {};
    },
    staleTime: staleMs,
    enabled: isThere,
    retry: false,
  }).data;
}

/**
 * The pages of the other half of the product, where there is one that this user may use. Until that
 * is known, and while it is away, there is nothing.
 */
export function OtherHalf({session, url}: {readonly session: Session; readonly url: string}) {
  const data = useOtherHalf(session, url);
  if (data?.pages === undefined) return null;
  return (
    <>
      <h2 id="other-half" className={classes['half']}>
        {data.name}
      </h2>
      <ul aria-labelledby="other-half">
        {data.pages.map(({label, url: href}) => (
          <li key={href}>
            <a href={href}>
              <ArrowUpRight size={18} aria-hidden />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
