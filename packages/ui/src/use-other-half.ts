import {useQuery} from '@tanstack/react-query';
import type {Session} from './session.ts';

type OtherPage = {readonly label: string; readonly url: string};
type Other = {
  readonly name?: string;
  readonly pages?: readonly OtherPage[];
  /** Those of the user's account there. */
  readonly account?: readonly OtherPage[];
};

const staleMs = 5 * 60_000;

/** The server says in the page whether there is one to ask for. */
export const isOtherHalfThere =
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
    enabled: isOtherHalfThere,
    retry: false,
  }).data;
}
