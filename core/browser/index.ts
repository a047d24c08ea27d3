export { copyText, expectPaste, forgetCopied, pastedText } from './clipboard.ts';
export { openDatabase, type DBSchema, type IDBPDatabase } from './database.ts';
export { devicePosition, type LocationProblem } from './location.ts';
export { browserLocks, tabChannel } from './locks.ts';
export { browserStorage, type TextStorage } from './storage.ts';
export { StoredValue, type StoredValueOptions } from './stored-value.ts';
