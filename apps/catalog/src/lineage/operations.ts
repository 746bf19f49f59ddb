import {addLineageInput, removeLineageInput} from './edit-lineage.ts';
import {readImpact} from './read-impact.ts';
import {readLineage, readLineageByUniqueAttributes} from './read-lineage.ts';
import {readLineageOnDemand} from './read-lineage-on-demand.ts';

export const lineageOperations = {
  readLineage,
  readLineageOnDemand,
  readLineageByUniqueAttributes,
  readImpact,
  addLineageInput,
  removeLineageInput,
};
