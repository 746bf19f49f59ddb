import {Text} from '@mantine/core';
import {useQuery} from '@tanstack/react-query';
import {Link} from '@tanstack/react-router';
import {spellingQuery} from '../../api/queries.ts';
import {type SearchLink, searchLink} from './search-link.ts';

type WordsProps = {readonly link: SearchLink; readonly query: string};

/**
 * Leads from words that nothing has to the query that was meant, where other parts of the search
 * leave nothing of that either.
 */
export function DidYouMean({link, query}: WordsProps) {
  const corrected = useQuery(spellingQuery(query)).data?.corrected;
  // Undefined where the server knows no word like it.
  if (corrected === undefined) return null;
  return (
    <div role="status">
      <Text size="lg">
        Did you mean{' '}
        <Link
          to="/search/searchResult"
          search={searchLink({...link, pageOffset: '', query: corrected})}
        >
          <b>{corrected}</b>
        </Link>
        ?
      </Text>
      <Text size="sm" c="dimmed" mt="xs">
        <SimilarWords link={link} query={query} />
      </Text>
    </div>
  );
}

/** Other words like those of a query that nothing has. */
export function SimilarWords({link, query}: WordsProps) {
  // The first one of each is part of the correction.
  const others =
    useQuery(spellingQuery(query)).data?.words.flatMap(({similar}) => similar.slice(1)) ?? [];
  if (others.length === 0) return null;
  return (
    <>
      Similar words:{' '}
      {others.map(({word, entityCount}, at) => (
        <span key={word}>
          {at > 0 && ', '}
          <Link
            to="/search/searchResult"
            search={searchLink({...link, pageOffset: '', query: word})}
            title={`${entityCount.toLocaleString()} entities`}
          >
            {word}
          </Link>
        </span>
      ))}
    </>
  );
}
