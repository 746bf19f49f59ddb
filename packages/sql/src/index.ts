export {afterSpace} from './after-space.ts';
export {complete, type Completion} from './complete/complete.ts';
export {countedUses, type QueriedTable, type StatementThatRan} from './complete/counted-uses.ts';
export {
  besideQueries,
  type Proposal,
  type ProposalKind,
  tableUseKey,
  useKey,
} from './complete/proposal.ts';
export {type Dialect, dialectOf, writtenName} from './dialects.ts';
export {dialectName} from './lexis.ts';
export {errorRange} from './error-range.ts';
export {type Formatted, formattedText} from './formatted-text.ts';
export type {Expected} from './expected.ts';
export {type Call, callAt} from './look/call-at.ts';
export {type Meaning, meaningAt, type Span} from './look/meaning.ts';
export {placesOf} from './look/same-name.ts';
export {planOf} from './plan/plan-of.ts';
export {heaviestOf, type PlanStep, stepsOf, weightOf} from './plan/plan.ts';
export {parameterOf, type Signature, signaturesOf} from './functions/signatures.ts';
export type {ColumnName, NameCatalog, TableName} from './name-catalog.ts';
export {type Fix, type Mark, marksOf} from './marks.ts';
export {nameMarks} from './semantic/text-marks.ts';
export {lineageOf, tablesOf} from './lineage/lineage.ts';
export type {Lineage, TablePath, Written} from './lineage/lineage-parts.ts';
export {statementUse, tablesUsed} from './lineage/statement-use.ts';
export {statementShape} from './lineage/statement-shape.ts';
export {isCondition, readsOnly} from './reads-only.ts';
export {tablesRead} from './tables-read.ts';
export {statementAround} from './statement-around.ts';
export {cellsOfText, type NotebookCell, textOfCells} from './notebook-cells.ts';
export {
  splitStatements,
  type Position,
  type StatementRange,
  statementRanges,
  type StatementText,
} from './split-statements.ts';
export {
  anyVariable,
  unset,
  type Variable,
  type VariableValues,
  variablesIn,
  withoutVariables,
  withVariables,
} from './variables.ts';
