/** An error for people: `id` is stable for programs and translations, `message` is a whole sentence. */
export class AppError extends Error {
  constructor(
    readonly id: string,
    message: string,
    options?: { cause?: unknown; status?: number },
  ) {
    super(message, { cause: options?.cause });
    this.name = 'AppError';
    this.status = options?.status;
  }

  /** The HTTP status of the response, if there was one. */
  readonly status: number | undefined;
}

/** Returns the sentence to show for any thrown value. */
export function sentenceOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
