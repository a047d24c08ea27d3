import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';

const { resolve } = createRequire(import.meta.url);
const FAMILY = '@expo-google-fonts/noto-sans';

/** Noto Sans (SIL Open Font Licence): Latin with every accent, Greek, Cyrillic. Only the letters used are embedded. */
const FILES = {
  text: `${FAMILY}/400Regular/NotoSans_400Regular.ttf`,
  strong: `${FAMILY}/600SemiBold/NotoSans_600SemiBold.ttf`,
} as const;

export type Face = keyof typeof FILES;

export function registerFonts(pdf: PDFKit.PDFDocument): void {
  for (const [face, file] of Object.entries(FILES)) pdf.registerFont(face, resolve(file));
}

/** What the document class is, without its value: `import type` of a default export. */
export type Pdf = InstanceType<typeof PDFDocument>;
