import {
  typesDefJson,
  type TypeDef,
  type TypeRegistry,
  type TypesDefJson,
  type ValueType,
} from '@gazetteer/model';

/**
 * Collects the types that an archive needs to be read elsewhere: those named, and all that their
 * definitions name.
 */
export class UsedTypes {
  readonly #types: TypeRegistry;
  readonly #names = new Set<string>();

  constructor(types: TypeRegistry) {
    this.#types = types;
  }

  add(name: string): void {
    if (this.#names.has(name)) return;
    const def = this.#types.defs.get(name);
    if (def === undefined) return;
    this.#names.add(name);
    for (const other of this.#namedBy(def)) this.add(other);
  }

  json(): TypesDefJson {
    return typesDefJson(
      this.#types,
      [...this.#types.defs.values()].filter(def => this.#names.has(def.name)),
    );
  }

  *#namedBy(def: TypeDef): Iterable<string> {
    if ('superTypes' in def) yield* def.superTypes;
    if (def.category === 'CLASSIFICATION') yield* def.entityTypes;
    if (def.category === 'RELATIONSHIP') yield* [def.endDef1.type, def.endDef2.type];
    if (!('attributeDefs' in def)) return;
    for (const attribute of def.attributeDefs) {
      yield* namesIn(this.#types.valueType(attribute.typeName));
      const applicable = attribute.options?.['applicableEntityTypes'];
      if (applicable !== undefined) yield* JSON.parse(applicable) as string[];
    }
  }
}

function namesIn(type: ValueType): string[] {
  if (type.kind === 'array') return namesIn(type.element);
  if (type.kind === 'map') return [...namesIn(type.key), ...namesIn(type.value)];
  return type.kind === 'primitive' ? [] : [type.name];
}
