import * as webIfc from 'web-ifc';
import { UnusableIfc } from './unusable-ifc.ts';

export type IfcSchema = 'IFC2X3' | 'IFC4' | 'IFC4X3';

/** Throws UnusableIfc. */
export function schemaOf(named: string): IfcSchema {
  if (named.startsWith('IFC2X3')) return 'IFC2X3';
  // IFC4X1 and 4X2 were drafts of infrastructure, of which 4X3 has what remained.
  if (/^IFC4X[1-9]/.test(named)) return 'IFC4X3';
  if (named.startsWith('IFC4')) return 'IFC4';
  throw new UnusableIfc('other-schema', { schema: named });
}

type Constructor = new () => Record<string, unknown>;

/** Names of classes and their attributes, as web-ifc has them of each schema. */
export class SchemaNames {
  readonly #classes = new Map<string, { name: string; make: Constructor }>();
  readonly #attributes = new Map<string, readonly string[]>();

  constructor(schema: IfcSchema) {
    for (const [name, make] of Object.entries(webIfc[schema] as unknown as Record<string, Constructor>))
      this.#classes.set(name.toUpperCase(), { name, make });
  }

  /** `IfcWall` of `IFCWALL`; of an unknown class as it is written. */
  nameOf(type: string): string {
    return this.#classes.get(type)?.name ?? type;
  }

  /** In the order of the file; none of an unknown class. */
  attributesOf(type: string): readonly string[] {
    const known = this.#attributes.get(type);
    if (known) return known;
    const found = this.#classes.get(type);
    // What every line of web-ifc has comes first.
    const names = found ? Object.keys(new found.make()).slice(2) : [];
    this.#attributes.set(type, names);
    return names;
  }

  is(type: string, ...attributes: readonly string[]): boolean {
    const names = this.attributesOf(type);
    return attributes.every((name) => names.includes(name));
  }
}
