import {classificationsIn, parseJson, planImportTypes, type TypeDef} from '@gazetteer/model';
import {imports} from '../access/needs.ts';
import {recordTypeAudit} from '../types/type-audit.ts';
import {planningOf} from '../entity/planning.ts';
import {change} from '../operation.ts';
import {fromArchive} from './archive.ts';

/** Names of what the result of an import counts, by category. */
const counters: Readonly<Record<TypeDef['category'], string>> = {
  ENUM: 'typedef:enum',
  STRUCT: 'typedef:struct',
  CLASSIFICATION: 'typedef:classification',
  ENTITY: 'typedef:entitydef',
  RELATIONSHIP: 'typedef:relationship',
  BUSINESS_METADATA: 'typedef:businessmetadata',
};

export type ImportTypesArgs = {
  /** Text of the archive's entry; undefined: its types are not taken over. */
  typesDef: string | undefined;
  /** Options as texts of JSON. */
  transforms: string | undefined;
  transformers: string | undefined;
};

/** Takes over the types of an archive. @returns how many came, by category */
export const importTypes = change({
  may: imports,
  isAlone: true,
  logAs: 'ImportTypeDefProcessor.processTypes',
  read: (args: ImportTypesArgs) => {
    const json = args.typesDef === undefined ? {} : parseJson(fromArchive(args.typesDef));
    const parsed = (text: string | undefined) => (text === undefined ? undefined : parseJson(text));
    return {
      json,
      classifications: classificationsIn(parsed(args.transforms), parsed(args.transformers)),
    };
  },
  run: async (tx, {json, classifications}, c): Promise<Record<string, number>> => {
    const planning = planningOf(c);
    const {types, created, updated} = planImportTypes(tx.types, json, classifications, planning);
    if (created.length + updated.length > 0) await tx.saveTypes(types);
    await recordTypeAudit(tx, planning, 'TYPE_DEF_CREATE', created);
    await recordTypeAudit(tx, planning, 'TYPE_DEF_UPDATE', updated);
    const counts: Record<string, number> = {};
    for (const {category} of [...created, ...updated]) {
      counts[counters[category]] = (counts[counters[category]] ?? 0) + 1;
    }
    return counts;
  },
});
