import { ByteFile } from '../../../../formats/byte-file.ts';
import { Archive } from '../../../../formats/zip/archive.ts';
import { attributeOf, readXml } from '../../../../formats/xml-stream.ts';
import { Unreadable, type Findings } from '../../../../base/problems.ts';
import type { LayerSource, ReadOptions, SourceFile } from '../source.ts';
import { streamed } from '../streamed.ts';
import { tableFile } from '../table/table.ts';
import { sheetRows, type SheetContext } from './sheet.ts';
import { dateStyles, sharedStrings, sheetsOf } from './workbook.ts';

/** Opens a workbook of Excel (ECMA-376): each sheet is a layer. Formulas are not computed. */
export async function openXlsx(
  from: SourceFile,
  options: ReadOptions,
  findings: Findings,
): Promise<LayerSource> {
  const archive = await Archive.open(from.file, findings);
  let sheets: { name: string; path: string }[];
  let context: SheetContext;
  try {
    const part = async (name: string): Promise<string | undefined> => {
      const member = archive.members.find((one) => `${one.group}.${one.extension}` === name.toLowerCase());
      return member && archive.extract(member, from.folder, `part-${name.replace(/[^a-z\d]+/gi, '-')}`);
    };
    const workbook = await part('xl/workbook.xml');
    const links = await part('xl/_rels/workbook.xml.rels');
    if (workbook === undefined) throw new Unreadable('no-workbook');
    const book = sheetsOf(workbook, links);
    const [strings, styles] = [await part('xl/sharedStrings.xml'), await part('xl/styles.xml')];
    context = {
      strings: strings === undefined ? [] : sharedStrings(strings),
      dates: styles === undefined ? new Set() : dateStyles(styles),
      epoch1904: book.epoch1904,
    };
    sheets = [];
    for (const { name, target } of book.sheets) {
      const path = await part(target);
      if (path !== undefined) sheets.push({ name, path });
    }
  } finally {
    archive.close();
  }
  const counts = new Map(sheets.map(({ name, path }) => [name, rowsIn(path)]));
  const wanted = options.layer;
  const chosen =
    wanted === undefined
      ? (sheets.find(({ name }) => counts.get(name)! > 0) ?? sheets[0])
      : sheets.find(({ name }) => name === wanted);
  if (!chosen) throw new Unreadable('no-such-layer', { layer: (wanted ?? '').slice(0, 80) });
  const file = new ByteFile(chosen.path);
  let read = 0;
  const table = {
    name: chosen.name,
    rows: () => sheetRows(file, context, findings, (offset) => (read = offset)),
    part: () => read / Math.max(1, file.size),
    close: () => file.close(),
  };
  let source: LayerSource;
  try {
    source = streamed(
      tableFile(table, options.options ?? {}, findings),
      { ...options, layer: undefined },
      findings,
    );
  } catch (thrown) {
    file.close();
    throw thrown;
  }
  const layers = sheets.map(({ name }) =>
    name === chosen.name
      ? source.layer
      : { name, count: Math.max(0, counts.get(name)! - 1), geometryType: null },
  );
  return { ...source, layers };
}

function rowsIn(path: string): number {
  const file = new ByteFile(path);
  try {
    let rows = 0;
    for (const event of readXml(file, (name) => name === 'row'))
      if (
        event.kind === 'element' &&
        event.element.children.some((cell) => attributeOf(cell, 'r') || cell.children.length > 0)
      )
        rows++;
    return rows;
  } finally {
    file.close();
  }
}
