import type { IfcLine, IfcLines } from './ifc-lines.ts';

const MAX_DEPTH = 6;

/** Names of the materials of a material, a list of them, or a set of layers, profiles or constituents; each once. */
export function materialsOf(lines: IfcLines, line: IfcLine): string[] {
  return [...new Set(namesIn(lines, line, 0))];
}

const WAYS = [
  'ForLayerSet',
  'ForProfileSet',
  'MaterialLayers',
  'MaterialProfiles',
  'MaterialConstituents',
  'Materials',
  'Material',
];

function namesIn(lines: IfcLines, line: IfcLine, depth: number): string[] {
  if (depth > MAX_DEPTH) return [];
  if (line.type === 'IFCMATERIAL') return [lines.text(line, 'Name') ?? ''].filter(Boolean);
  return WAYS.flatMap((way) => lines.allReferred(line, way).flatMap((one) => namesIn(lines, one, depth + 1)));
}

/** The system and what stands in it: `23.45 – External walls`. */
export function classificationOf(lines: IfcLines, line: IfcLine): { system: string; text: string } {
  const of = (attribute: string) => lines.text(line, attribute);
  const code = of('Identification') ?? of('ItemReference');
  const name = of('Name');
  const text = code !== null && name !== null && code !== name ? `${code} – ${name}` : (code ?? name ?? '');
  let system: IfcLine | undefined = line;
  for (let i = 0; i < MAX_DEPTH && system && system.type !== 'IFCCLASSIFICATION'; i++)
    system = lines.referred(system, 'ReferencedSource');
  const named = system?.type === 'IFCCLASSIFICATION' ? lines.text(system, 'Name') : null;
  return { system: named ?? '', text };
}

export function documentsOf(lines: IfcLines, line: IfcLine): { name: string; location: string | null }[] {
  const info = lines.referred(line, 'ReferencedDocument');
  const of = (attribute: string) => lines.text(line, attribute) ?? lines.text(info, attribute);
  const code = of('Identification') ?? of('DocumentId') ?? of('ItemReference');
  const location = of('Location');
  const name = of('Name') ?? code ?? location;
  return name === null ? [] : [{ name, location }];
}
