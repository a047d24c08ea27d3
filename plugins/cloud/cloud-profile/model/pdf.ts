import { pdfFile, pdfText } from '#core/sheets';

/** What a page of a profile says and shows. */
export interface ProfilePage {
  readonly title: string;
  readonly lines: readonly string[];
  /** A JPEG. */
  readonly picture: Uint8Array;
  /** Pixels of the picture. */
  readonly width: number;
  readonly height: number;
}

/** A4 across, points. */
const [PAGE_WIDTH, PAGE_HEIGHT] = [841.89, 595.28];
const BORDER = 36;
const LINE = 14;

/** A PDF (1.4) of one page: the title, the lines below it, and the picture as large as fits. */
export function pdfOf({ title, lines, picture, width, height }: ProfilePage): Blob {
  const top = PAGE_HEIGHT - BORDER - 24 - lines.length * LINE;
  const scale = Math.min((PAGE_WIDTH - 2 * BORDER) / width, (top - BORDER) / height);
  const [across, up] = [width * scale, height * scale];
  const text = [
    `BT /F1 16 Tf ${BORDER} ${PAGE_HEIGHT - BORDER - 12} Td (${pdfText(title)}) Tj ET`,
    ...lines.map(
      (one, i) =>
        `BT /F1 9 Tf ${BORDER} ${(PAGE_HEIGHT - BORDER - 30 - i * LINE).toFixed(2)} Td (${pdfText(one)}) Tj ET`,
    ),
    `q ${across.toFixed(2)} 0 0 ${up.toFixed(2)} ${BORDER} ${(top - up).toFixed(2)} cm /Im Do Q`,
  ].join('\n');
  return pdfFile([
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /Im 6 0 R >> >> >>`,
    ],
    [`<< /Length ${text.length} >>\nstream\n${text}\nendstream`],
    ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'],
    [
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${picture.length} >>\nstream\n`,
      picture,
      '\nendstream',
    ],
  ]);
}
