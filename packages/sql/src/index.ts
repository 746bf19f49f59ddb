export {afterSpace} from './after-space.ts';
export {complete, type Completion, type Proposal, type ProposalKind} from './complete.ts';
export {type Dialect, dialectOf, writtenName} from './dialects.ts';
export type {ColumnName, NameCatalog} from './name-catalog.ts';
export {type Mark, marksOf} from './marks.ts';
export {splitStatements, type Position, type StatementText} from './split-statements.ts';
export {
  anyVariable,
  unset,
  type Variable,
  type VariableValues,
  variablesIn,
  withVariables,
} from './variables.ts';
