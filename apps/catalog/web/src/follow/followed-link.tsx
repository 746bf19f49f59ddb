import {Link} from '@tanstack/react-router';
import {AssetLink} from '../entity/asset-link.tsx';

type FollowedLinkProps = {
  readonly entity: {readonly guid: string; readonly typeName: string; readonly name: string};
  readonly className?: string | undefined;
};

/** Leads to the page of an asset or a glossary term. */
export function FollowedLink({entity: {guid, typeName, name}, className}: FollowedLinkProps) {
  const own = {title: name, ...(className === undefined ? {} : {className})};
  if (typeName !== 'AtlasGlossaryTerm') return <AssetLink {...own} guid={guid} name={name} />;
  return (
    <Link {...own} to="/glossary/$guid" params={{guid}} search={{gtype: 'term'}}>
      <bdi>{name}</bdi>
    </Link>
  );
}
