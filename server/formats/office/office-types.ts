const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

/** Office files whose text is read, by their media type. */
export const OFFICE_TYPES = {
  [`${OPEN_XML}.wordprocessingml.document`]: 'docx',
  [`${OPEN_XML}.spreadsheetml.sheet`]: 'xlsx',
  [`${OPEN_XML}.presentationml.presentation`]: 'pptx',
  [`${OPEN_DOCUMENT}.text`]: 'odf',
  [`${OPEN_DOCUMENT}.spreadsheet`]: 'odf',
  [`${OPEN_DOCUMENT}.presentation`]: 'odf',
} as const satisfies Record<string, string>;
export type OfficeKind = (typeof OFFICE_TYPES)[keyof typeof OFFICE_TYPES];

/** By which programs know the format of a file. */
const ENDINGS: Readonly<Record<string, string>> = {
  [`${OPEN_DOCUMENT}.text`]: 'odt',
  [`${OPEN_DOCUMENT}.spreadsheet`]: 'ods',
  [`${OPEN_DOCUMENT}.presentation`]: 'odp',
};

/** The ending of a file name, such as `docx`; undefined where it is not an office file. */
export const officeEndingOf = (mediaType: string): string | undefined =>
  ENDINGS[mediaType] ?? officeKindOf(mediaType);

export const officeKindOf = (mediaType: string): OfficeKind | undefined =>
  (OFFICE_TYPES as Record<string, OfficeKind>)[mediaType];
