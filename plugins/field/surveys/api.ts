/** The service `surveys.Add`: asks of which survey these files are, and adds them to it. */
export type AddToSurvey = (projectId: string, files: readonly File[]) => void;

/**
 * The service `surveys.Takes`: which of the files dropped on a map are what a day in the field brought back: panoramas, and
 * with them or with a track all pictures and tracks. Photos or a track alone are not.
 */
export type TakesFieldFiles = (files: readonly File[]) => Promise<readonly File[]>;
