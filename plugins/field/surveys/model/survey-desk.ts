import { makeAutoObservable, runInAction } from 'mobx';
import pLimit from 'p-limit';
import { auditTime, filter, Subject } from 'rxjs';
import {
  isFinished,
  type Api,
  type Live,
  type ResumableUploads,
  type Sending,
  type SendingState,
} from '#core/api';
import { AppError, sentenceOf, serviceToken } from '#core/kernel';
import {
  convertPanoramic,
  createSurvey,
  deletePanoramic,
  deleteSurvey,
  deleteTrack,
  downloadPanoramic,
  getSurvey,
  listFiles,
  listPanoramics,
  listSurveys,
  updateSurvey,
  uploadPanoramic,
  uploadTracks,
  type AnswerOf,
  type BodyOf,
  type Job,
  type Panoramic,
  type FileRecord,
  type Survey,
} from '#core/protocol';
import type { DocumentOnItsWay, DocumentSendings } from '#plugins/files/documents/api';
import { classified, type FieldFile, type FieldFileKind } from './field-files.ts';

/** Most surveys that are listed, and most panoramas and documents of each. */
export const LISTED = 500;
/** Milliseconds between two readings while panoramas are prepared: for when events do not arrive. */
const READ_AGAIN = 8_000;
/** Panoramas that are sent at a time; the others wait. */
const AT_ONCE = 3;
/** Milliseconds in which photos that arrive cause one reading. */
const TOGETHER = 500;

export type SurveyValues = BodyOf<typeof createSurvey>;
type Placed = AnswerOf<typeof uploadTracks>;

/** A file on its way into a survey. */
export interface SurveyFile {
  readonly key: number;
  readonly surveyId: string;
  readonly name: string;
  readonly file: File;
  readonly kind: 'track' | 'panorama';
  /** Of a track. */
  readonly reading?: TrackReading | undefined;
  /** Undefined while it waits, and of a track. */
  sending: Sending | undefined;
  transfer: SendingState | undefined;
  /** 0 to 1, of a track. */
  part: number;
  /** Why it was refused: a sentence. */
  error: string | undefined;
  /** It has been refused for columns that it does not name. */
  wantsColumns: boolean;
}

/** How a table of positions is read. */
export interface TrackReading {
  readonly columns?: Readonly<Record<string, string>>;
  readonly crs?: string;
}

let keys = 0;

/** The surveys of a project, and files on their way into them; uploads go on while nothing shows them. */
export class SurveyDesk {
  projectId: string | undefined;
  surveys: readonly Survey[] = [];
  state: 'loading' | 'ready' | 'failed' = 'loading';
  error: string | undefined;
  files: SurveyFile[] = [];
  /** What became of panoramas when a track was last added, by survey. */
  readonly placed = new Map<string, Placed>();
  /** Of the surveys whose panoramas are shown. */
  readonly panoramas = new Map<string, readonly Panoramic[]>();
  /** Photos and documents of the surveys that have listed them. */
  readonly documents = new Map<string, readonly FileRecord[]>();
  readonly progress = new Map<string, number>();
  /** When accuracies or places of pictures may have become others. */
  readonly changed$ = new Subject<void>();
  readonly #api: Api;
  readonly #uploads: ResumableUploads;
  readonly #documents: DocumentSendings;
  readonly #atOnce = pLimit(AT_ONCE);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Api, live: Live, uploads: ResumableUploads, documents: DocumentSendings) {
    this.#api = api;
    this.#uploads = uploads;
    this.#documents = documents;
    makeAutoObservable(this, { changed$: false });
    live.on('job').subscribe((job) => this.#follow(job));
    documents.made$
      .pipe(
        filter(({ surveyId, projectId }) => surveyId !== null && projectId === this.projectId),
        auditTime(TOGETHER),
      )
      .subscribe(() => void this.reload());
  }

  get isSending(): boolean {
    return this.surveys.some(({ id }) => this.isSendingTo(id));
  }

  isSendingTo(survey: string): boolean {
    const isOnItsWay = ({ error, transfer }: SurveyFile) =>
      error === undefined && transfer?.kind !== 'failed';
    return (
      this.files.some((file) => file.surveyId === survey && isOnItsWay(file)) ||
      this.documentsFor(survey).some(({ state }) => state !== 'failed')
    );
  }

  async open(projectId: string): Promise<void> {
    if (this.projectId !== projectId) {
      this.projectId = projectId;
      this.surveys = [];
      this.panoramas.clear();
      this.documents.clear();
      this.placed.clear();
      this.state = 'loading';
    }
    await this.reload();
  }

  async reload(): Promise<void> {
    const { projectId } = this;
    if (projectId === undefined) return;
    clearTimeout(this.#timer);
    try {
      const query = { paginate: LISTED, orderby: 'surveyedOn', order: 'desc' as const };
      const { data } = await this.#api.call(listSurveys, { headers: { projectid: projectId }, query });
      await Promise.all([
        ...[...this.panoramas.keys()].map((id) => this.showPanoramas(id)),
        ...[...this.documents.keys()].map((id) => this.showDocuments(id)),
      ]);
      runInAction(() => {
        if (this.projectId !== projectId) return;
        this.surveys = data;
        this.state = 'ready';
        this.error = undefined;
      });
    } catch (failure) {
      runInAction(() => {
        if (this.surveys.length === 0) this.state = 'failed';
        this.error = sentenceOf(failure);
      });
    }
    const isMaking = [...this.panoramas.values()]
      .flat()
      .some(({ state }) => state === 'queued' || state === 'converting');
    if (isMaking) this.#timer = setTimeout(() => void this.reload(), READ_AGAIN);
  }

  /** Throws AppError. */
  async create(values: SurveyValues): Promise<Survey> {
    const { data } = await this.#api.call(createSurvey, {
      headers: { projectid: this.projectId! },
      body: values,
    });
    await this.reload();
    return data;
  }

  /** Throws AppError. */
  async change({ id }: Survey, values: Partial<SurveyValues>): Promise<void> {
    const { version } = (await this.#api.call(getSurvey, { params: { id } })).data;
    await this.#api.call(updateSurvey, { params: { id }, body: values, ifMatch: String(version) });
    await this.#afterChange();
  }

  /** Throws AppError. */
  async remove({ id, version }: Survey): Promise<void> {
    await this.#api.call(deleteSurvey, { params: { id }, ifMatch: String(version) });
    runInAction(() => {
      this.panoramas.delete(id);
      this.documents.delete(id);
    });
    await this.#afterChange();
  }

  /** Throws AppError. */
  async removeTrack(survey: Survey, trackId: string): Promise<void> {
    await this.#api.call(deleteTrack, { params: { id: survey.id, trackId } });
    await this.#afterChange();
  }

  #afterChange(): Promise<void> {
    this.changed$.next();
    return this.reload();
  }

  async showPanoramas(surveyId: string): Promise<void> {
    const { data } = await this.#api.call(listPanoramics, {
      params: { id: this.projectId! },
      query: { surveyid: surveyId, paginate: LISTED },
    });
    runInAction(() => this.panoramas.set(surveyId, data));
  }

  hidePanoramas(surveyId: string): void {
    this.panoramas.delete(surveyId);
  }

  async showDocuments(surveyId: string): Promise<void> {
    const { data } = await this.#api.call(listFiles, {
      headers: { projectid: this.projectId! },
      query: { surveyid: surveyId, paginate: LISTED },
    });
    runInAction(() => this.documents.set(surveyId, data));
  }

  /**
   * When the pictures of a survey that its tracks place were taken, as its clocks are set now: seconds since 1970. Photos that
   * say where they are need no track.
   */
  timesOf({ id, cameraOffset, clockShift }: Survey): number[] {
    const panoramas = (this.panoramas.get(id) ?? []).flatMap(({ takenAt }) =>
      takenAt === null ? [] : [Date.parse(takenAt) / 1000],
    );
    const photos = (this.documents.get(id) ?? []).flatMap(({ photo, pose }) => {
      if (!photo || photo.position || pose?.by === 'person') return [];
      if (photo.takenAt) return [Date.parse(photo.takenAt) / 1000 + clockShift];
      if (!photo.takenAtLocal || cameraOffset === null) return [];
      return [Date.parse(`${photo.takenAtLocal}Z`) / 1000 - cameraOffset * 60 + clockShift];
    });
    return [...panoramas, ...photos];
  }

  /** Whether a survey has more pictures than are listed, which its clocks are tried with. */
  hasMore(id: string): boolean {
    return [this.panoramas.get(id), this.documents.get(id)].some((listed) => listed?.length === LISTED);
  }

  /** Throws AppError. */
  async removePanorama({ id, version }: Panoramic): Promise<void> {
    await this.#api.call(deletePanoramic, { params: { id }, ifMatch: String(version) });
    await this.#afterChange();
  }

  /** The picture as it was added. Throws AppError. */
  async originalOf({ id, mediaType }: Panoramic): Promise<Blob> {
    const { data } = await this.#api.bytes(downloadPanoramic, { params: { id } });
    return new Blob([data ?? new ArrayBuffer(0)], { type: mediaType });
  }

  /** Prepares it again after a failure. Throws AppError. */
  async retry({ id }: Panoramic): Promise<void> {
    await this.#api.call(convertPanoramic, { params: { id } });
    await this.reload();
  }

  /** Tracks and panoramas; all others become photos and documents of the survey. */
  async add(survey: Survey, files: readonly File[]): Promise<void> {
    this.addClassified(survey, await classified(files));
  }

  addClassified({ id: surveyId, projectId }: Survey, files: readonly FieldFile[]): void {
    const ofKind = (...kinds: FieldFileKind[]) =>
      files.filter(({ kind }) => kinds.includes(kind)).map(({ file }) => file);
    // Before the pictures: they are placed along it when they arrive.
    for (const file of ofKind('track')) void this.#addTrack(surveyId, file);
    for (const file of ofKind('panorama')) this.#addPanorama(surveyId, file);
    this.#documents.add({ projectId, surveyId }, ofKind('photo', 'document'));
  }

  /** A picture that was refused as a panorama. */
  asPhoto(file: SurveyFile): void {
    this.forget(file);
    this.#documents.add({ projectId: this.projectId!, surveyId: file.surveyId }, [file.file]);
  }

  /** Photos and documents on their way to a survey. */
  documentsFor(surveyId: string): readonly DocumentOnItsWay[] {
    return this.#documents.files.filter(({ of }) => of.surveyId === surveyId);
  }

  /** Sends a track again after a failure, or read in the way that the person says. */
  readAgain(file: SurveyFile, reading = file.reading): void {
    this.forget(file);
    void this.#addTrack(file.surveyId, file.file, reading);
  }

  forget(file: SurveyFile): void {
    this.files = this.files.filter(({ key }) => key !== file.key);
    void file.sending?.cancel();
  }

  async #addTrack(surveyId: string, file: File, reading: TrackReading = {}): Promise<void> {
    const entry = this.#enter({ surveyId, name: file.name, file, kind: 'track', reading });
    try {
      const { columns, crs } = reading;
      const { data } = await this.#api.call(
        uploadTracks,
        {
          params: { id: surveyId },
          file,
          body: {
            ...(columns && { columns: JSON.stringify(columns) }),
            ...(crs && { crs }),
          },
        },
        { onUpload: (part) => runInAction(() => (entry.part = part)) },
      );
      runInAction(() => {
        this.placed.set(surveyId, data);
        this.files = this.files.filter(({ key }) => key !== entry.key);
      });
      await this.reload();
    } catch (failure) {
      runInAction(() => {
        entry.error = sentenceOf(failure);
        entry.wantsColumns = failure instanceof AppError && /\.(csv|txt)$/i.test(file.name);
      });
    }
  }

  #addPanorama(surveyId: string, file: File): void {
    const { projectId } = this;
    const entry = this.#enter({ surveyId, name: file.name, file, kind: 'panorama' });
    void this.#atOnce(async () => {
      // It may have been given up while it waited.
      if (this.files.includes(entry)) await this.#sendPanorama(entry, projectId!);
    });
  }

  /** Resolves when it has arrived, or was refused. */
  #sendPanorama(entry: SurveyFile, projectId: string): Promise<void> {
    const sending = this.#uploads.send(entry.file, projectId, 'panoramic');
    runInAction(() => (entry.sending = sending));
    return new Promise((done) => {
      sending.state$.subscribe((state) => {
        runInAction(() => (entry.transfer = state));
        if (state.kind === 'complete') void this.#finish(entry).then(done);
        if (state.kind === 'failed') done();
      });
    });
  }

  /** Six faces in one picture, which it does not say itself. */
  asCube(file: SurveyFile): void {
    void this.#finish(file, 'cube');
  }

  async #finish(entry: SurveyFile, layout?: 'cube'): Promise<void> {
    runInAction(() => (entry.error = undefined));
    try {
      await this.#api.call(uploadPanoramic, {
        body: { surveyid: entry.surveyId, uploadId: entry.sending!.id!, ...(layout && { layout }) },
      });
      runInAction(() => {
        this.files = this.files.filter(({ key }) => key !== entry.key);
        if (!this.panoramas.has(entry.surveyId)) this.panoramas.set(entry.surveyId, []);
      });
      await this.reload();
    } catch (failure) {
      runInAction(() => (entry.error = sentenceOf(failure)));
    }
  }

  #enter(file: Pick<SurveyFile, 'surveyId' | 'name' | 'file' | 'kind' | 'reading'>): SurveyFile {
    this.files.push({
      ...file,
      key: ++keys,
      sending: undefined,
      transfer: undefined,
      part: 0,
      error: undefined,
      wantsColumns: false,
    });
    return this.files.at(-1)!;
  }

  #follow(job: Job): void {
    const known = [...this.panoramas.values()].flat();
    if (!known.some(({ jobId }) => jobId === job.id)) return;
    this.progress.set(job.id, job.progress);
    if (isFinished(job)) void this.reload();
  }
}
export const SURVEY_DESK = serviceToken<SurveyDesk>('surveys.Desk');
