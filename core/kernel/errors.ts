/** An error a person may read: `id` is stable for programs and translations, `message` one whole sentence. */
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

  /** The HTTP status behind it, where there is one. */
  readonly status: number | undefined;
}

/** The sentence to show for anything that was thrown. */
export function sentenceOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
