import {useNavigate} from '@tanstack/react-router';

/** Goes to a glossary: of an item that was deleted it is the nearest that is still there. */
export function useShowGlossary(): (guid: string) => Promise<void> {
  const navigate = useNavigate();
  return guid => navigate({to: '/glossary/$guid', params: {guid}, search: {gtype: 'glossary'}});
}
