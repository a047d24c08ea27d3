export { isAbort, Latest } from './abort.ts';
export { Lifetime, type Disposable, type Teardown } from './disposable.ts';
export { AppError, sentenceOf } from './errors.ts';
export { MINUS, withMinus } from './minus.ts';
export { printQuery } from './query.ts';
export { serviceToken } from './service-token.ts';
export { runInSlices } from './slices.ts';
export { asRecord, withLatest } from './record.ts';
export { newUuid } from './uuid.ts';
