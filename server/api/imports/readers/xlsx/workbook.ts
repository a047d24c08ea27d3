import { ByteFile } from '../../../../formats/byte-file.ts';
import { attributeOf, readXml, textWithin } from '../../../../formats/xml-stream.ts';
import { childrenOf, type XmlElement } from '../../../../formats/xml-tree.ts';
import { Unreadable } from '../../../../base/problems.ts';

const MAX_STRINGS = 4_000_000;
const MAX_LETTERS = 200_000_000;

function* elementsOf(path: string, ...names: string[]): Generator<XmlElement> {
  const file = new ByteFile(path);
  try {
    for (const event of readXml(file, (name) => names.includes(name)))
      if (event.kind === 'element') yield event.element;
  } finally {
    file.close();
  }
}

/** The sheets of a workbook in their order, with their parts in the archive; and whether its days begin in 1904. */
export function sheetsOf(
  workbook: string,
  links: string | undefined,
): { sheets: { name: string; target: string }[]; epoch1904: boolean } {
  const targets = new Map<string, string>();
  if (links !== undefined)
    for (const { attributes } of elementsOf(links, 'Relationship'))
      targets.set(attributes['Id'] ?? '', attributes['Target'] ?? '');
  const sheets: { name: string; target: string }[] = [];
  let epoch1904 = false;
  for (const element of elementsOf(workbook, 'sheet', 'workbookPr')) {
    if (element.name === 'workbookPr') {
      epoch1904 = /^(1|true)$/.test(element.attributes['date1904'] ?? '');
      continue;
    }
    const id = Object.entries(element.attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
    const target = targets.get(id) ?? `worksheets/sheet${sheets.length + 1}.xml`;
    const name = attributeOf(element, 'name') ?? `Sheet${sheets.length + 1}`;
    sheets.push({ name, target: target.startsWith('/') ? target.slice(1) : `xl/${target}` });
  }
  return { sheets, epoch1904 };
}

export function sharedStrings(path: string): string[] {
  const strings: string[] = [];
  let letters = 0;
  for (const element of elementsOf(path, 'si')) {
    const text = plainText(element);
    letters += text.length;
    if (strings.push(text) > MAX_STRINGS || letters > MAX_LETTERS) throw new Unreadable('workbook-too-large');
  }
  return strings;
}

/** The text of a string, without the readings of Japanese ones. */
export function plainText(element: XmlElement): string {
  return element.children
    .filter(({ name }) => name === 't' || name === 'r')
    .map((one) => (one.name === 'r' ? childrenOf(one, 't').map(textWithin).join('') : textWithin(one)))
    .join('');
}

/** ECMA-376, 18.8.30: the formats of dates that need no definition. */
const BUILT_IN = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54,
  55, 56, 57, 58,
]);

/** The indexes of cell styles that show a number as a date. */
export function dateStyles(path: string): Set<number> {
  const own = new Set<number>();
  const dates = new Set<number>();
  for (const element of elementsOf(path, 'numFmts', 'cellXfs')) {
    if (element.name === 'numFmts')
      for (const { attributes } of element.children) {
        const code = (attributes['formatCode'] ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, '');
        if (/[ymdhs]/i.test(code)) own.add(Number(attributes['numFmtId']));
      }
    else
      element.children.forEach(({ attributes }, n) => {
        const id = Number(attributes['numFmtId'] ?? 0);
        if (BUILT_IN.has(id) || own.has(id)) dates.add(n);
      });
  }
  return dates;
}
