import { SchemaNames, type IfcSchema } from './schema-names.ts';
import { Unusable } from '../../base/unusable.ts';
import { readStatements, type Statement } from '../step/step-statements.ts';
import { Enumerated, parseValues, Ref, Typed, type StepValue } from '../step/step-values.ts';

/** An instance. It keeps its text: parsed, the lines of a large file would need five times the memory. */
export class IfcLine {
  readonly line: number;
  readonly type: string;
  readonly #text: string;

  constructor(line: number, type: string, text: string) {
    this.line = line;
    this.type = type;
    this.#text = text;
  }

  /** Parsed anew, but where they are asked for again at once. */
  get values(): StepValue[] {
    if (latest?.line !== this) latest = { line: this, values: valuesOf(this.line, this.#text) };
    return latest.values;
  }
}

let latest: { readonly line: IfcLine; readonly values: StepValue[] } | undefined;

/** What has no GlobalId and is read nevertheless. */
const OTHERS =
  /^IFC(PROPERTY|QUANTITY|PHYSICAL|MATERIAL|CLASSIFICATION|EXTERNAL|DOCUMENT|LIBRARY|SIUNIT|CONVERSIONBASEDUNIT|CONTEXTDEPENDENTUNIT|MEASUREWITHUNIT|DERIVEDUNIT|UNITASSIGNMENT|MONETARYUNIT|GEOMETRICREPRESENTATIONCONTEXT|LOCALPLACEMENT|GRIDPLACEMENT|LINEARPLACEMENT|MAPCONVERSION|PROJECTEDCRS|RIGIDOPERATION|GEOGRAPHICCRS|WELLKNOWNTEXT|POSTALADDRESS|DOORLININGPROPERTIES)/;
/** What has one and tells nothing about elements. */
const NOT =
  /^IFCREL(SPACEBOUNDARY|CONNECTS|ASSIGNSTO(?!GROUP)|SEQUENCE|INTERFERES|ASSOCIATES(CONSTRAINT|APPROVAL))/;
const ROOT = /^\s*'[0-9A-Za-z_$]{22}'\s*,/;

/** The lines of a file that tell what its elements are, without their shapes. */
export class IfcLines {
  readonly names: SchemaNames;
  readonly schema: IfcSchema;
  readonly #lines = new Map<number, IfcLine>();
  readonly #byType = new Map<string, IfcLine[]>();
  readonly #file: string;
  /** All instances of the file. */
  readonly total: number;

  constructor(file: string, schema: IfcSchema, progress?: (part: number) => void) {
    this.#file = file;
    this.schema = schema;
    this.names = new SchemaNames(schema);
    this.total = readStatements(file, {
      wanted: (type, _line, start) => (ROOT.test(start) ? !NOT.test(type) : OTHERS.test(type)),
      each: (statement) => this.#add(statement),
      ...(progress && { progress }),
    });
  }

  /** Reads further lines of the file, by number. */
  bring(numbers: Iterable<number>): void {
    const missing = new Set([...numbers].filter((line) => !this.#lines.has(line)));
    if (missing.size === 0) return;
    readStatements(this.#file, {
      wanted: (_type, line) => missing.has(line),
      each: (statement) => this.#add(statement),
    });
  }

  get(line: number | undefined): IfcLine | undefined {
    return line === undefined ? undefined : this.#lines.get(line);
  }

  /** All lines. */
  *[Symbol.iterator](): IterableIterator<IfcLine> {
    yield* this.#lines.values();
  }

  ofType(...types: string[]): IfcLine[] {
    return types.flatMap((type) => this.#byType.get(type) ?? []);
  }

  /** The value of an attribute; null where the class has none of this name. */
  value(line: IfcLine | undefined, attribute: string): StepValue {
    if (!line) return null;
    const at = this.names.attributesOf(line.type).indexOf(attribute);
    return at < 0 ? null : (line.values[at] ?? null);
  }

  /** The line that an attribute refers to. */
  referred(line: IfcLine | undefined, attribute: string): IfcLine | undefined {
    const value = this.value(line, attribute);
    return value instanceof Ref ? this.get(value.line) : undefined;
  }

  /** The lines that an attribute refers to, whether a list or one. */
  allReferred(line: IfcLine | undefined, attribute: string): IfcLine[] {
    return refsIn(this.value(line, attribute)).flatMap((one) => this.get(one) ?? []);
  }

  text(line: IfcLine | undefined, attribute: string): string | null {
    const value = plain(this.value(line, attribute));
    return typeof value === 'string' && value !== '' ? value : null;
  }

  number(line: IfcLine | undefined, attribute: string): number | null {
    const value = plain(this.value(line, attribute));
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  }

  #add({ line, type, text }: Statement): void {
    // The first of a number counts, as for web-ifc.
    if (this.#lines.has(line)) return;
    const same = this.#byType.get(type) ?? [];
    // The text of a type is kept once.
    const made = new IfcLine(line, same[0]?.type ?? type, text);
    // What cannot be read is said at once.
    void made.values;
    this.#lines.set(line, made);
    same.push(made);
    this.#byType.set(type, same);
  }
}

/** Throws Unusable that says in which line. */
function valuesOf(line: number, text: string): StepValue[] {
  try {
    return parseValues(text);
  } catch (thrown) {
    throw thrown instanceof Unusable ? new Unusable(thrown.key, { ...thrown.values, line }) : thrown;
  }
}

export function refsIn(value: StepValue | undefined): number[] {
  if (value instanceof Ref) return [value.line];
  if (Array.isArray(value)) return value.flatMap(refsIn);
  return [];
}

/** A value without its type; of an enumeration its name. */
export function plain(value: StepValue): StepValue {
  if (value instanceof Typed) return plain(value.value);
  if (value instanceof Enumerated) return value.name;
  return value;
}
