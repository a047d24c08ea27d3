import path from 'node:path';
import type { Field, ImportProblem, ImportResult, Language } from '#core/protocol';
import { sentence } from '../../base/language.ts';
import { problemOf } from '../../base/problem-sentences.ts';
import { Findings, type FileProblem } from '../../base/problems.ts';
import type { Queries } from '../../platform/db/database.ts';
import { JobFailure, type Work } from '../../platform/jobs/kind.ts';
import { gridFiles } from '../../shared/crs/grids.ts';
import { judge, type Judged } from './judge.ts';
import { clean, type Mapping } from './reading/properties.ts';
import {
  DOUBTFUL_FILE,
  type Format,
  type ReadingListener,
  type FileReading,
  type ReadingTask,
} from './reading/task.ts';
import { readInThread } from './read-in-thread.ts';

export interface ImportInput {
  language: Language;
  format: Format;
  /** Storage key of the upload. */
  upload: string;
  /** Original file name, without folders. */
  fileName: string;
  commit: boolean;
  typeName?: string | undefined;
  crs?: string | undefined;
  encoding?: string | undefined;
  layer?: string | undefined;
  /** Several layers, each with its object type, instead of `layer`, `typeName` and `mapping`. */
  layers?: { layer: string; typeName: string }[] | undefined;
  mapping?: Mapping | undefined;
  options?: Record<string, string> | undefined;
  /** The plugin from outside that has read the file. */
  plugin?: string | undefined;
}

/** Reading takes most of the progress, checking and writing the rest. */
const READ_PART = 0.7;
export const WRITE_FROM = 0.75;

/** Reads the upload of an import job, and reports its progress and what it finds. */
export class ImportReader {
  readonly #work: Work;
  readonly #input: ImportInput;
  readonly #found = new Findings();

  constructor(work: Work) {
    this.#work = work;
    this.#input = work.input as ImportInput;
  }

  async read(
    more: Pick<ReadingTask, 'mode' | 'constants' | 'typeFields' | 'seek'>,
    signal: AbortSignal,
    written?: ReadingListener['written'],
  ): Promise<FileReading> {
    const { services, folder } = this.#work;
    const { format, upload, fileName, layer, encoding, crs, mapping, options } = this.#input;
    const report = this.reporter('jobs.reading');
    report(0);
    const file = await services.storage.localPath(upload).catch(() => {
      throw new JobFailure('import.upload-gone');
    });
    const name = path.parse(fileName).name.slice(0, 120) || 'import';
    const grids = await gridFiles(services);
    const chosen = { layer, encoding, crs, mapping, options };
    const task: ReadingTask = { format, file, folder, name, ...chosen, grids, ...more };
    return readInThread(task, signal, { progress: (part) => report(part * READ_PART), written });
  }

  reporter(key: 'jobs.reading' | 'jobs.checking' | 'jobs.writing'): (part: number) => void {
    const message = sentence(this.#work.language, key);
    return (part) => this.#work.progress(part, message);
  }

  /** Lets the database validate and repair what the reader could not decide. */
  async judge(tx: Queries, reading: FileReading, keep: (judged: Judged) => void): Promise<void> {
    const { folder, signal } = this.#work;
    const report = this.reporter('jobs.checking');
    const found = (finding: FileProblem) => this.#found.add(finding.feature, finding.kind, finding.values);
    let seen = 0;
    await judge(tx, path.join(folder, DOUBTFUL_FILE), signal, found, (judged) => {
      if (++seen % 100 === 0) report(READ_PART + (WRITE_FROM - READ_PART) * (seen / reading.doubtful));
      keep(judged);
    });
  }

  result(reading: FileReading, importId: string | null, typeName: string | null): ImportResult {
    const { language } = this.#work;
    const problems = [...reading.findings, ...this.#found.list]
      .slice(0, Findings.MAX_LISTED)
      .map((finding) => problemOf(finding, language));
    return {
      count: reading.count,
      geometryTypes: reading.geometryTypes,
      crs: reading.crs,
      encoding: reading.encoding,
      fields: clean(reading.fields) as Field[],
      problems: clean(problems) as ImportProblem[],
      problemCount: reading.findingCount + this.#found.count,
      extent: reading.extent,
      committed: importId !== null,
      layers: clean(reading.layers) as FileReading['layers'],
      layer: clean(reading.layer) as string,
      preview: reading.preview,
      sample: clean(reading.sample) as FileReading['sample'],
      importId,
      typeName,
      options: clean(reading.options) as Record<string, string>,
      columns: clean(reading.columns) as string[],
    };
  }
}
