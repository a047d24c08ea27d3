const OFFICE =
  /openxmlformats-officedocument\.(wordprocessingml\.document|spreadsheetml\.sheet|presentationml\.presentation)$|oasis\.opendocument\.(text|spreadsheet|presentation)$/;

/** Whether it is an office file whose text is read. */
export const isOffice = (mediaType: string): boolean => OFFICE.test(mediaType);

/** Whether its cells are rows of a table. */
export const isWorkbook = (mediaType: string): boolean =>
  isOffice(mediaType) && /spreadsheet(ml\.sheet)?$/.test(mediaType);

/** Whether the server reads a text from it. */
export const hasText = (mediaType: string): boolean =>
  mediaType === 'application/pdf' ||
  mediaType === 'application/json' ||
  mediaType.startsWith('text/') ||
  isOffice(mediaType);

/** The sheets of a workbook, as lines with tabs. At most `most` rows in all; `isCut`: there are more. */
export function sheetsOf(text: string, most: number): { sheets: string[][][]; isCut: boolean } {
  let left = most;
  let isCut = false;
  const sheets = text.split('\f').map((sheet) => {
    const lines = sheet.split('\n').filter((line) => line !== '');
    const shown = lines.slice(0, left);
    left -= shown.length;
    isCut ||= shown.length < lines.length;
    return shown.map((line) => line.split('\t'));
  });
  return { sheets: sheets.filter(({ length }) => length > 0), isCut };
}
