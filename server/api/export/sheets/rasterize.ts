import { readFile } from 'node:fs/promises';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';

/** Writes a PNG of each page of a PDF, `base` with the number of the page. */
export async function writePictures(
  file: string,
  base: string,
  dpi: number,
  progress: (part: number) => void,
): Promise<void> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(await readFile(file));
    const count = document.getPageCount();
    for (let n = 0; n < count; n++) {
      const page = document.getPage(n);
      const { originalWidth, originalHeight } = page.getOriginalSize();
      const [width, height] = [originalWidth, originalHeight].map((points) =>
        Math.round((points / 72) * dpi),
      );
      const { data } = await page.render({ width: width!, height: height!, render: 'bitmap' });
      const name = count === 1 ? `${base}.png` : `${base}-${String(n + 1).padStart(3, '0')}.png`;
      await sharp(data, { raw: { width: width!, height: height!, channels: 4 } })
        .removeAlpha()
        .withMetadata({ density: dpi })
        .png({ palette: false, compressionLevel: 6 })
        .toFile(name);
      progress((n + 1) / count);
    }
    document.destroy();
  } finally {
    library.destroy();
  }
}
