import type { CloudHeader, CloudLook, Language, TextColumns } from '#core/protocol';
import { sentence } from '../../base/language.ts';
import { Unusable } from '../../base/unusable.ts';
import { measuredPoint } from '../../formats/pointcloud/measured.ts';
import { unnamedColumns } from '../../formats/pointcloud/text/columns.ts';
import { LineReader } from '../../formats/pointcloud/text/line-reader.ts';

const SHOWN_FAULTS = 3;

interface Beginning {
  name: string;
  head: Buffer;
  /** Of the whole file. */
  bytes: number;
}

/** How the beginning of a text reads with these columns; null for another format. */
export function lookAtText(
  { format, columns: guessed, lines }: CloudHeader,
  { name, head, bytes }: Beginning,
  chosen: TextColumns | undefined,
  language: Language,
): CloudLook['text'] {
  if (format !== 'pts' && format !== 'xyz') return null;
  const columns = chosen ?? guessed ?? unnamedColumns(lines);
  const said = head.toString('latin1').split(/\r\n|\n|\r/);
  // The last line is cut.
  if (head.length < bytes) said.pop();
  const faults = faultsIn(said, new LineReader(columns, format === 'pts'));
  const told = faults
    .slice(0, SHOWN_FAULTS)
    .map(({ key, values }) => sentence(language, key, { ...values, name }));
  if (faults.length > SHOWN_FAULTS)
    told.push(sentence(language, 'pointcloud.look.more-faults', { count: faults.length - SHOWN_FAULTS }));
  return { columns, faults: told };
}

function faultsIn(lines: readonly string[], reader: LineReader): Unusable[] {
  const point = measuredPoint();
  return lines.flatMap((line, i) => {
    try {
      reader.read(line, i + 1, point);
      return [];
    } catch (thrown) {
      if (thrown instanceof Unusable) return [thrown];
      throw thrown;
    }
  });
}
