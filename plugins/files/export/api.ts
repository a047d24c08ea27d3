import type { Guarded, ServiceName, TextKey } from '#core/plugin';
import type { Geometry, Properties } from '#core/protocol';

/**
 * A file format that a plugin writes, offered on the page of exports. A plugin adds it in its manifest
 * (`exporters: [...]`) and binds an `Exporter` under `service`; its code is loaded when the format is first used.
 */
export interface ExporterContribution extends Guarded {
  id: string;
  /** Label: `Station list`. */
  title: TextKey;
  help?: TextKey;
  /** In lower case, with the dot. */
  extension: string;
  service: ServiceName;
}

/** An object of an export, in WGS 84. */
export interface ExportedObject {
  readonly typeName: string;
  readonly location: Geometry;
  readonly properties: Properties;
}

export interface Exporter {
  /** Those of the types that it may read; without it all. The others are left out, and the person is told. */
  readable?(typeNames: readonly string[]): readonly string[];
  /** Writes objects of these types to a file. Throws AppError with a sentence. */
  write(objects: readonly ExportedObject[], typeNames: readonly string[]): Promise<Blob>;
}

declare module '#core/plugin' {
  interface ContributionPoints {
    exporters: ExporterContribution;
  }
}
