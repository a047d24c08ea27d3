import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';

/** Noto Sans (SIL Open Font Licence): Latin, Greek, Cyrillic. Only the glyphs used are embedded. */
const FILES = {
  text: createRequire(import.meta.url).resolve(
    '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  ),
  strong: createRequire(import.meta.url).resolve(
    '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  ),
};

export type Face = keyof typeof FILES;

export function registerFonts(pdf: PDFKit.PDFDocument): void {
  for (const [face, file] of Object.entries(FILES)) pdf.registerFont(face, file);
}

/** Type of the document class, without importing its value. */
export type Pdf = InstanceType<typeof PDFDocument>;
