import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseIfcHead, refuseCutIfc } from './header.ts';

const ifc = (schema = 'IFC4', title = 'House') =>
  `ISO-10303-21;\nHEADER;\n/* a comment */\nFILE_DESCRIPTION(('ViewDefinition [CoordinationView]'),'2;1');\n` +
  `FILE_NAME('${title}','2026-05-04T12:00:00',('A','B (C)'),('D'),'E','Modeller 7','');\n` +
  `FILE_SCHEMA(('${schema}'));\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n`;
const parse = (text: string) => parseIfcHead(Buffer.from(text, 'latin1'), 'x.ifc');

describe('the header of an IFC file', () => {
  it('contains schema, title, time and program', () => {
    expect(parse(ifc('IFC4X3_ADD2', String.raw`S:\\Citt\X2\00E0\X0\ d''arte`))).toEqual({
      schema: 'IFC4X3_ADD2',
      title: "S:\\Città d'arte",
      writtenAt: '2026-05-04T12:00:00',
      program: 'Modeller 7',
    });
    expect(parse(`\u00ef\u00bb\u00bf${ifc('ifc2x3')}`).schema).toBe('IFC2X3');
  });

  it.each([
    ['only words', 'bim.not-ifc'],
    ['PK\u0003\u0004', 'bim.zipped'],
    ['<ifcXML>', 'bim.not-ifc'],
    ['ISO-10303-21;\nHEADER;', 'bim.no-schema'],
    [ifc('AUTOMOTIVE_DESIGN'), 'bim.other-schema'],
  ])('%j is refused', (text, key) => {
    expect(() => parse(text)).toThrow(key);
  });

  it('is accepted only if the file ends properly', () => {
    const cut = ifc().slice(0, -10);
    expect(() => refuseCutIfc(Buffer.from(ifc()), 'x.ifc')).not.toThrow();
    expect(() => refuseCutIfc(Buffer.from(cut), 'x.ifc')).toThrow('bim.cut-off');
  });

  const REAL = path.resolve(import.meta.dirname, '../../../../shared/data/ifc');
  it.skipIf(!existsSync(REAL)).each([
    ['AC20-FZK-Haus.ifc', 'IFC4'],
    ['IfcOpenHouse_IFC4.ifc', 'IFC4'],
    ['example.ifc', 'IFC2X3'],
    ['just_wall.ifc', 'IFC4'],
  ])('of %s has %s', (name, schema) => {
    const file = readFileSync(path.join(REAL, name));
    const header = parseIfcHead(file.subarray(0, 65_536), name);
    expect(header.schema).toBe(schema);
    expect(header.program).not.toBeNull();
    refuseCutIfc(file.subarray(-4096), name);
  });
});
