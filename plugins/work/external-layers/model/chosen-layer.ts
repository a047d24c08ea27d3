import type { LayerCredentials, LayerSource } from '#core/protocol';

/** A layer that a person has chosen to add. */
export interface ChosenLayer {
  readonly name: string;
  readonly source: LayerSource;
  readonly attribution: string;
  readonly minScale: number | null;
  readonly maxScale: number | null;
  readonly credentials?: LayerCredentials | undefined;
}
