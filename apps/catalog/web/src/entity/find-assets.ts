import type {Mention} from '@gazetteer/ui/markdown';
import {queries, typeaheadQuery} from '../api/queries.ts';
import {typeLabel} from './display-name.ts';

/** Assets whose names begin so, as documentation links to them. */
export async function findAssets(text: string): Promise<readonly Mention[]> {
  const {assets} = await queries.fetchQuery(typeaheadQuery(text));
  return assets.map(({guid, typeName, name, qualifiedName}) => ({
    name,
    note: [typeLabel(typeName), qualifiedName ?? ''].filter(part => part !== '').join(' · '),
    // Relative, so that a text keeps working when the catalog moves to another host.
    address: `#!/detailPage/${guid}`,
  }));
}
