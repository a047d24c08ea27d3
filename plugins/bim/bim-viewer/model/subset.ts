import { UploadService, type Api, type Live } from '#core/api';
import { serviceToken } from '#core/kernel';
import { downloadExport, exportBimSubset, type BimFilter, type ExportResult } from '#core/protocol';

/** Found elements as an IFC file of their own, which a job of the server writes. */
export class ModelSubset {
  readonly job: UploadService;
  readonly #api: Pick<Api, 'call' | 'bytes'>;

  constructor(api: Api, live: Live) {
    this.#api = api;
    this.job = new UploadService(api, live);
  }

  /** Hands the file to `save`; the state of `job` says how it ended. */
  async write(modelId: string, filter: BimFilter, save: (file: Blob, name: string) => void): Promise<void> {
    const request = { params: { id: modelId }, body: filter };
    await this.job.upload(
      'ifc',
      (options) => this.#api.call(exportBimSubset, request, options),
      async ({ result }) => {
        const { nameZip } = result as ExportResult;
        const { data } = await this.#api.bytes(downloadExport, { body: { nameZip } });
        save(new Blob([data ?? new ArrayBuffer(0)]), nameZip);
      },
    );
  }
}
export const MODEL_SUBSET = serviceToken<ModelSubset>('bim-viewer.Subset');
