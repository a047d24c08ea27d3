import { readFile, stat } from 'node:fs/promises';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { SharpOptions } from 'sharp';

const MAX_BYTES = 256 * 1024 * 1024;

/** It has separate memory, freed when the thread ends. */
let pdfium: Promise<PDFiumLibrary> | undefined;

/** A page (the first is 1), its longest side with `side` pixels, as input for sharp. Scripts in it are never run. */
export async function drawnPage(
  file: string,
  number: number,
  side: number,
): Promise<[Uint8Array, SharpOptions]> {
  const document = await opened(file);
  try {
    if (number > document.getPageCount()) throw new Error('The document has no such page.');
    const page = document.getPage(number - 1);
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

/** The text of its pages, up to `most` characters, with form feeds between them. */
export async function pdfText(file: string, most: number): Promise<{ text: string; pages: number }> {
  const document = await opened(file);
  try {
    const pages = document.getPageCount();
    let text = '';
    for (let i = 0; i < pages && text.length <= most; i++)
      text += `${i > 0 ? '\f' : ''}${document.getPage(i).getText()}`;
    return { text, pages };
  } finally {
    document.destroy();
  }
}

async function opened(file: string) {
  if ((await stat(file)).size > MAX_BYTES) throw new Error('The document is too large to be read.');
  const library = await (pdfium ??= PDFiumLibrary.init());
  return library.loadDocument(await readFile(file));
}
