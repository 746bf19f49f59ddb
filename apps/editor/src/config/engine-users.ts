/** Who may use an engine; where neither names anybody, everybody may. */
export type EngineUsers = {readonly users: readonly string[]; readonly groups: readonly string[]};
