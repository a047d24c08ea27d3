import { readFile, stat } from 'node:fs/promises';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { SharpOptions } from 'sharp';

const MAX_BYTES = 256 * 1024 * 1024;

/** It has separate memory, freed when the thread ends. */
let pdfium: Promise<PDFiumLibrary> | undefined;

/** The first page, its longest side with `side` pixels, as input for sharp. */
export async function firstPage(file: string, side: number): Promise<[Uint8Array, SharpOptions]> {
  if ((await stat(file)).size > MAX_BYTES) throw new Error('The document is too large to be drawn.');
  const library = await (pdfium ??= PDFiumLibrary.init());
  const document = await library.loadDocument(await readFile(file));
  try {
    const page = document.getPage(0);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = side / Math.max(originalWidth, originalHeight, 1);
    const width = Math.max(1, Math.round(originalWidth * scale));
    const height = Math.max(1, Math.round(originalHeight * scale));
    const image = await page.render({ width, height, render: 'bitmap' });
    return [image.data, { raw: { width: image.width, height: image.height, channels: 4 } }];
  } finally {
    document.destroy();
  }
}
