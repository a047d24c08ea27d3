/** Handle of the block record that owns all entities. */
export const MODEL_SPACE = '1F';

/** One line without control characters; the caret, which DXF uses to escape, is followed by a blank. */
export function plainText(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').replaceAll('^', '^ ');
}

/** Pairs of group code and value, one per line. */
const lines = (...pairs: (string | number)[]): string => `${pairs.join('\n')}\n`;

export const HEADER = (unit: number): string =>
  lines(0, 'SECTION', 2, 'HEADER', 9, '$ACADVER', 1, 'AC1021', 9, '$DWGCODEPAGE', 3, 'ANSI_1252') +
  lines(
    9,
    '$HANDSEED',
    5,
    'FFFFFFFF',
    9,
    '$INSUNITS',
    70,
    unit,
    9,
    '$MEASUREMENT',
    70,
    1,
    9,
    '$LWDISPLAY',
    290,
    1,
    9,
    '$PDMODE',
    70,
    3,
  );

const table = (name: string, handle: string, count: number, content = ''): string =>
  lines(0, 'TABLE', 2, name, 5, handle, 330, 0, 100, 'AcDbSymbolTable', 70, count) +
  content +
  lines(0, 'ENDTAB');

const record = (kind: string, handle: string, table: string, subclass: string, name: string): string =>
  lines(0, kind, 5, handle, 330, table, 100, 'AcDbSymbolTableRecord', 100, subclass, 2, name);

/** `lengths`: of strokes and gaps, one after the other. */
const lineType = (handle: string, name: string, text: string, lengths: readonly number[] = []): string =>
  record('LTYPE', handle, '5', 'AcDbLinetypeTableRecord', name) +
  lines(
    70,
    0,
    3,
    text,
    72,
    65,
    73,
    lengths.length,
    40,
    lengths.reduce((sum, length) => sum + length, 0),
  ) +
  lengths.map((length, n) => lines(49, n % 2 === 0 ? length : 0 - length, 74, 0)).join('');

interface LineType {
  readonly name: string;
  readonly lengths: readonly number[];
}

/** From the end of the header to the layers; `next`: a free handle. */
export const BEFORE_LAYERS = (layers: number, dashes: readonly LineType[], next: () => string): string =>
  lines(0, 'ENDSEC', 0, 'SECTION', 2, 'CLASSES', 0, 'ENDSEC', 0, 'SECTION', 2, 'TABLES') +
  table('VPORT', '8', 0) +
  table(
    'LTYPE',
    '5',
    3 + dashes.length,
    lineType('14', 'ByBlock', '') +
      lineType('15', 'ByLayer', '') +
      lineType('16', 'Continuous', 'Solid line') +
      dashes.map(({ name, lengths }) => lineType(next(), name, 'Dashes', lengths)).join(''),
  ) +
  lines(0, 'TABLE', 2, 'LAYER', 5, 2, 330, 0, 100, 'AcDbSymbolTable', 70, layers) +
  record('LAYER', '10', '2', 'AcDbLayerTableRecord', '0') +
  lines(70, 0, 62, 7, 6, 'Continuous');

const style =
  record('STYLE', '11', '3', 'AcDbTextStyleTableRecord', 'Standard') +
  lines(70, 0, 40, '0.0', 41, '1.0', 50, '0.0', 71, 0, 42, '2.5', 3, 'arial.ttf', 4, '');
const application = (handle: string, name: string): string =>
  record('APPID', handle, '9', 'AcDbRegAppTableRecord', name) + lines(70, 0);
const dimensionStyle =
  lines(0, 'DIMSTYLE', 105, '27', 330, 'A', 100, 'AcDbSymbolTableRecord', 100, 'AcDbDimStyleTableRecord') +
  lines(2, 'Standard', 70, 0);
const block = (handle: string, name: string): string =>
  record('BLOCK_RECORD', handle, '1', 'AcDbBlockTableRecord', name);
const blockBody = (
  [begin, end, owner]: readonly [string, string, string],
  name: string,
  { flags = 0, content = '' } = {},
): string =>
  lines(
    0,
    'BLOCK',
    5,
    begin,
    330,
    owner,
    100,
    'AcDbEntity',
    8,
    0,
    100,
    'AcDbBlockBegin',
    2,
    name,
    70,
    flags,
  ) +
  lines(10, '0.0', 20, '0.0', 30, '0.0', 3, name, 1, '') +
  content +
  lines(0, 'ENDBLK', 5, end, 330, owner, 100, 'AcDbEntity', 8, 0, 100, 'AcDbBlockEnd');

export interface FrameBlock {
  readonly name: string;
  readonly hasAttributes: boolean;
  /** The entities, owned by the record with this handle. */
  content(owner: string): string;
}
const HAS_ATTRIBUTES = 2;

/** From the last layer to the first entity; `next`: a free handle. */
export function afterLayers(blocks: readonly FrameBlock[], next: () => string): string {
  const owned = blocks.map((one) => ({
    ...one,
    owner: next(),
    content: (owner: string) => one.content(owner),
  }));
  const bodies = owned.map(({ name, hasAttributes, owner, content }) =>
    blockBody([next(), next(), owner], name, {
      flags: hasAttributes ? HAS_ATTRIBUTES : 0,
      content: content(owner),
    }),
  );
  return (
    lines(0, 'ENDTAB') +
    table('STYLE', '3', 1, style) +
    table('VIEW', '6', 0) +
    table('UCS', '7', 0) +
    table('APPID', '9', 2, application('12', 'ACAD') + application('13', 'GROMA')) +
    lines(
      0,
      'TABLE',
      2,
      'DIMSTYLE',
      5,
      'A',
      330,
      0,
      100,
      'AcDbSymbolTable',
      70,
      1,
      100,
      'AcDbDimStyleTable',
    ) +
    dimensionStyle +
    lines(0, 'ENDTAB') +
    table(
      'BLOCK_RECORD',
      '1',
      2 + blocks.length,
      block(MODEL_SPACE, '*Model_Space') +
        block('1B', '*Paper_Space') +
        owned.map(({ owner, name }) => block(owner, name)).join(''),
    ) +
    lines(0, 'ENDSEC', 0, 'SECTION', 2, 'BLOCKS') +
    blockBody(['20', '21', MODEL_SPACE], '*Model_Space') +
    blockBody(['1C', '1D', '1B'], '*Paper_Space') +
    bodies.join('') +
    lines(0, 'ENDSEC', 0, 'SECTION', 2, 'ENTITIES')
  );
}

/** After the last entity: the OBJECTS section that AutoCAD requires. */
export const ENDING =
  lines(0, 'ENDSEC', 0, 'SECTION', 2, 'OBJECTS') +
  lines(0, 'DICTIONARY', 5, 'C', 330, 0, 100, 'AcDbDictionary', 281, 1, 3, 'ACAD_GROUP', 350, 'D') +
  lines(0, 'DICTIONARY', 5, 'D', 330, 'C', 100, 'AcDbDictionary', 281, 1) +
  lines(0, 'ENDSEC', 0, 'EOF');
