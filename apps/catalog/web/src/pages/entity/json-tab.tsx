import {JsonView} from '@gazetteer/ui';
import type {TabProps} from './tab-props.ts';

/** The entity as the API has it. */
export function JsonTab({entity}: TabProps) {
  return <JsonView value={entity} label="entity" maxHeight="70vh" />;
}
