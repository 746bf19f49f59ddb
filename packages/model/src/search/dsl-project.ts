import type {CarriedClassification, EntityRecord} from '../entity/record.ts';
import {barred, classificationText} from './classification-text.ts';
import type {DslColumn} from './dsl-resolve.ts';
import type {Field} from './search.ts';
import {recordKeys} from './search-document.ts';
import type {FilterField} from './search-fields.ts';

type Carried = (record: EntityRecord) => readonly CarriedClassification[];

/**
 * A row of values for each entity, each row once. Missing values are empty texts, as in the
 * reference.
 * @param carriedBy classifications of an entity; asked only where a column shows them
 */
export function projectRows(
  columns: readonly DslColumn[],
  records: readonly EntityRecord[],
  carriedBy: Carried,
): unknown[][] {
  const rows = records.map(record =>
    columns.map(({field}) =>
      field === undefined ? '' : (fieldValue(field, record, carriedBy) ?? ''),
    ),
  );
  return [...new Map(rows.map(row => [JSON.stringify(row), row])).values()];
}

function fieldValue(found: FilterField, record: EntityRecord, carriedBy: Carried): unknown {
  switch (found.kind) {
    case 'status':
      return record.status;
    case 'type':
      return record.typeName;
    case 'incomplete':
      return record.isIncomplete === true ? 1 : 0;
    case 'classifications':
    case 'propagatedClassifications':
    case 'classificationsText':
      return classificationText(found.kind, record.guid, carriedBy(record));
    case 'nothing':
      return '';
    case 'field': {
      const {field} = found;
      if (field.kind === 'column') return columnValue(field.column, record);
      if (field.keys[0] === recordKeys.labels) return barred(record.labels);
      if (field.keys[0] === recordKeys.customAttributes)
        return record.customAttributes && JSON.stringify(record.customAttributes);
      const holder: unknown = field.column === 'attributes' ? record.attributes : record;
      return field.path.reduce<unknown>(
        (value, name) =>
          typeof value === 'object' && value !== null
            ? (value as Record<string, unknown>)[name]
            : undefined,
        holder,
      );
    }
  }
}

function columnValue(
  column: Extract<Field, {kind: 'column'}>['column'],
  record: EntityRecord,
): string | number {
  switch (column) {
    case 'guid':
      return record.guid;
    case 'created':
      return record.createTime;
    case 'updated':
      return record.updateTime;
    case 'created_by':
      return record.createdBy;
    case 'updated_by':
      return record.updatedBy;
    case 'attributes':
      return JSON.stringify(record.attributes);
  }
}
